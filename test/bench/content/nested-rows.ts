import { componentRows, type ContentSql, type Rows } from './content-sql.js';

/** Components in one group of the first page, each with a group of nested components. */
const HOLDERS = 10;

/** Rows of one group (the first of its kind) with `count` components in the groups of its components. */
export function nestedRows(count: number, { id, moment }: ContentSql): readonly Rows[] {
  if (count === 0) return [];
  const texts = HOLDERS + count;
  const group = `case when n <= ${HOLDERS} then 1 else (n - ${HOLDERS + 1}) % ${HOLDERS} + 2 end`;
  return [
    {
      table: 'component_group',
      count: HOLDERS + 1,
      columns: { id: id('nestedGroup'), reference: `'nested-' || n`, location: `'nested'` },
    },
    {
      table: 'page_component_group',
      count: 1,
      columns: { page_id: id('page'), component_group_id: id('nestedGroup') },
      isStamped: false,
    },
    componentRows('Title', texts, { id: id('nestedText'), published_at: moment() }),
    {
      table: 'titles',
      count: texts,
      columns: { id: id('nestedText'), title: `'Nested ' || n` },
      isStamped: false,
    },
    {
      table: 'component_component_group',
      count: HOLDERS,
      columns: { component_id: id('nestedText'), component_group_id: id('nestedGroup', 'n + 1') },
      isStamped: false,
    },
    {
      table: 'component_position',
      count: texts,
      columns: {
        ...{ id: id('nestedPosition'), component_group_id: id('nestedGroup', `(${group})`) },
        ...{ component_id: id('nestedText'), sort_value: 'n' },
      },
    },
  ];
}
