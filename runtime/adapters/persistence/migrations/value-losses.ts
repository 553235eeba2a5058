import type { MigrationStatement } from '../../../kernel/contract/migration.js';
import { isNarrowing } from '../../../kernel/contract/migration.js';
import type { ColumnDefinition } from '../../../kernel/contract/table.js';
import type { MigrationConnection } from './connection.js';
import { convertThrough, valueText } from './convert-value.js';
import type { PlannedChange } from './obstacles.js';
import { createOrigins, type Origins } from './origins.js';
import { scanRows } from './scan-rows.js';
import { countUnpublished } from './set-publishing.js';
import type { MigrationRenderer } from './sql-text.js';
import { countValue, listValues, quantity } from './value-list.js';

/** What the statements would take from single values and rows, with their number: what `lossOf` cannot tell without them. */
export async function findValueLosses(
  connection: MigrationConnection,
  renderer: MigrationRenderer,
  { tables, statements }: PlannedChange,
): Promise<readonly string[]> {
  const origins = createOrigins(connection.dialect, renderer, tables);
  const losses: string[] = [];
  for (const statement of statements) {
    losses.push(...(await lossesOf(statement, { connection, renderer, origins })));
    origins.follow(statement);
  }
  return losses;
}

interface Judgement {
  readonly connection: MigrationConnection;
  readonly renderer: MigrationRenderer;
  readonly origins: Origins;
}

type Statement<Kind extends MigrationStatement['kind']> = Extract<MigrationStatement, { kind: Kind }>;

async function lossesOf(statement: MigrationStatement, judgement: Judgement): Promise<readonly string[]> {
  if (statement.kind === 'alterColumn' && isNarrowing(statement.from, statement.to))
    return changedValues(statement, judgement);
  if (statement.kind === 'linksToColumn') return surplusLinks(statement, judgement);
  if (statement.kind === 'setPublishing' && statement.from === true && statement.to === false)
    return removedRows(statement, judgement);
  return [];
}

async function changedValues(
  { table, from, to }: Statement<'alterColumn'>,
  { connection, renderer, origins }: Judgement,
): Promise<readonly string[]> {
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
  { table, column, links }: Statement<'linksToColumn'>,
  { connection, renderer: { names }, origins }: Judgement,
): Promise<readonly string[]> {
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
  { table, base }: Statement<'setPublishing'>,
  { connection, renderer, origins }: Judgement,
): Promise<readonly string[]> {
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
