import type { LinkStatement } from '../../../kernel/contract/migration.js';
import type { ContentRun } from './replace-content.js';

/** Copies the links of a relation to where they are kept from now on; running it again changes nothing. */
export async function carryLinks(
  { kind, table, column, links }: LinkStatement,
  { connection, renderer: { names } }: ContentRun,
): Promise<void> {
  const [own, target] = [names.column(links.ownColumn), names.column(links.targetColumn)];
  const source = `${names.table(table)} source`;
  const reference = `source.${names.column(column)}`;
  const link = `${names.table(links.table)} link`;
  const order = [...(links.position === undefined ? [] : [names.column(links.position)]), target];
  await connection.query(
    kind === 'columnToLinks'
      ? `insert into ${names.table(links.table)} (${own}, ${target})
          select source.id, ${reference}
          from ${source}
          where ${reference} is not null
            and not exists (select 1 from ${link} where link.${own} = source.id and link.${target} = ${reference})`
      : `update ${names.table(table)} set ${names.column(column)} = (
          select link.${target}
          from ${link}
          where link.${own} = ${names.table(table)}.id
          order by ${order.map((each) => `link.${each}`).join(', ')}
          limit 1
        )`,
  );
}
