import { isNarrowing, lossOf, type MigrationStatement } from '../../../kernel/contract/database/migration.js';
import type { ColumnDefinition } from '../../../kernel/contract/database/table.js';
import { convertThrough, valueText } from './convert-value.js';
import type { Inspection, StatementOf } from './inspection.js';
import { countRows, rowsFrom, scanRows, valueIn } from './scan-rows.js';
import { countUnpublished } from './set-publishing.js';
import { countValue, listValues, quantity } from './value-list.js';

type DataLosses = Promise<readonly string[]>;

/** Returns the data that a statement would delete from existing rows, with counts; empty if there is none. */
export async function dataLossesOf(statement: MigrationStatement, inspection: Inspection): DataLosses {
  const loss = lossOf(statement);
  if (loss !== undefined) return droppedRows(statement, loss, inspection);
  if (statement.kind === 'alterColumn' && isNarrowing(statement.from, statement.to))
    return changedValues(statement, inspection);
  if (statement.kind === 'linksToColumn') return surplusLinks(statement, inspection);
  if (statement.kind === 'setPublishing' && statement.from === true && statement.to === false)
    return removedRows(statement, inspection);
  return [];
}

/** Counts the contents of a dropped table or column. One created by the same plan is empty. */
async function droppedRows(
  statement: MigrationStatement,
  loss: string,
  { connection, renderer, origins }: Inspection,
): DataLosses {
  if (statement.kind !== 'dropTable' && statement.kind !== 'dropColumn') return [];
  const origin = origins.of(typeof statement.table === 'string' ? statement.table : statement.table.name);
  if (origin === undefined) return [];
  const isTable = statement.kind === 'dropTable';
  const source = isTable ? undefined : origin.columns.get(statement.column.name);
  if (!isTable && (source === undefined || source.isConstant)) return [];
  const present = isTable ? [] : [`${valueIn(origin, statement.column.name)} is not null`];
  const found = await countRows(connection, rowsFrom(renderer, origin, present));
  return found === 0 ? [] : [`${loss} (${quantity(found, isTable ? 'row' : 'value')})`];
}

async function changedValues(
  { table, from, to }: StatementOf<'alterColumn'>,
  { connection, renderer, origins }: Inspection,
): DataLosses {
  const origin = origins.of(table);
  const source = origin?.columns.get(from.name);
  if (origin === undefined || source === undefined) return [];
  const found = { changed: new Map<string, number>(), lost: new Map<string, number>() };
  for await (const [raw] of scanRows(connection, renderer, { origin, columns: [from.name] })) {
    const { kind } = convertThrough([...source.conversions, { from, to }], raw);
    if (kind !== 'kept') countValue(found[kind], valueText(from.type, raw) ?? String(raw));
  }
  const place = `column ${table}.${to.name} (${typeName(from)} to ${typeName(to)})`;
  return [
    ...(found.lost.size === 0
      ? []
      : [`${place} loses ${counted(found.lost)}, which do not convert: ${listValues(found.lost)}`]),
    ...(found.changed.size === 0
      ? []
      : [`${place} cuts or rounds ${counted(found.changed)}: ${listValues(found.changed)}`]),
  ];
}

function counted(values: ReadonlyMap<string, number>): string {
  return quantity(
    [...values.values()].reduce((sum, count) => sum + count, 0),
    'value',
  );
}

function typeName({ type, length, precision, scale }: ColumnDefinition): string {
  if (type === 'string' && length !== undefined) return `string of ${length}`;
  return type === 'decimal' && precision !== undefined ? `decimal of ${precision}, ${scale ?? 0}` : type;
}

async function surplusLinks(
  { table, column, links }: StatementOf<'linksToColumn'>,
  { connection, renderer: { names }, origins }: Inspection,
): DataLosses {
  const origin = origins.of(links.table);
  const own = origin?.columns.get(links.ownColumn)?.value('link');
  if (origin === undefined || own === undefined) return [];
  const [row] = await connection.query(
    `select count(*) as records, sum(found.links) as links
      from (select count(*) as links from ${names.table(origin.table)} link group by ${own} having count(*) > 1) found`,
  );
  const records = Number(row?.records ?? 0);
  if (records === 0) return [];
  const surplus = Number(row?.links ?? 0) - records;
  return [
    `${table}.${column} keeps one link of a row: ${quantity(surplus, 'link')} of ${quantity(records, 'row')} of ` +
      `${links.table} ${surplus === 1 ? 'goes' : 'go'}`,
  ];
}

async function removedRows(
  { table, base }: StatementOf<'setPublishing'>,
  { connection, renderer, origins }: Inspection,
): DataLosses {
  const place = { table: origins.of(table)?.table ?? table, base: origins.of(base)?.table ?? base };
  const { drafts, unpublished } = await countUnpublished(connection, renderer.names, place);
  const parts = [
    ...(drafts === 0 ? [] : [quantity(drafts, 'draft')]),
    ...(unpublished === 0 ? [] : [`${quantity(unpublished, 'row')} not published yet`]),
  ];
  if (parts.length === 0) return [];
  const verb = drafts + unpublished === 1 ? 'is' : 'are';
  return [`table ${table} is no longer publishable: ${parts.join(' and ')} ${verb} removed`];
}
