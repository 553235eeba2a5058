import { componentRows, type ContentSql, type Rows } from '../content/content-sql.js';

/** Groups of one layout, the last of which are orphaned. */
export interface OrphanPlan {
  readonly groups: number;
  readonly textsPerGroup: number;
  readonly orphanedGroups: number;
}

/** All rows, and the position of each component, as the service would store them. */
export function orphanRows({ groups, textsPerGroup, orphanedGroups }: OrphanPlan, sql: ContentSql): Rows[] {
  const { id, moment } = sql;
  const texts = groups * textsPerGroup;
  const owned = groups - orphanedGroups;
  const groupOfText = `(n - 1) / ${textsPerGroup} + 1`;
  const layout = id('layout', 'cast(1 as bigint)');
  return [
    {
      table: 'layout',
      count: 1,
      columns: { id: id('layout'), reference: `'main'`, ui_component: `'Primary'` },
    },
    {
      table: 'component_group',
      count: groups,
      columns: { id: id('group'), reference: `'group-' || n`, location: `'primary'` },
    },
    {
      table: 'layout_component_group',
      count: owned,
      columns: { layout_id: layout, component_group_id: id('group') },
      isStamped: false,
    },
    componentRows('Title', texts, {
      ...{ id: id('text'), published_at: moment() },
      place_id: `case when ${groupOfText} <= ${owned} then ${layout} end`,
    }),
    { table: 'titles', count: texts, columns: { id: id('text'), title: `'Title ' || n` }, isStamped: false },
    {
      table: 'component_position',
      count: texts,
      columns: {
        ...{ id: id('position'), component_group_id: id('group', groupOfText), component_id: id('text') },
        sort_value: `(n - 1) % ${textsPerGroup}`,
      },
    },
  ].map(({ columns, ...rows }: Rows) => ({
    ...rows,
    columns: rows.isStamped === false ? columns : { ...columns, created_at: moment(), modified_at: moment() },
  }));
}
