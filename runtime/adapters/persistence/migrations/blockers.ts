import type { MigrationStatement } from '../../../kernel/contract/database/migration.js';
import { adviceForRequired, isConversion, needsValue } from '../../../kernel/contract/database/migration.js';
import { convertThrough, valueText } from './convert-value.js';
import { findDuplicates } from './find-duplicates.js';
import type { Inspection, StatementOf } from './inspection.js';
import type { Origin } from './origins.js';
import { countRows, rowsFrom, scanRows, valueIn } from './scan-rows.js';
import { findHolders } from './publishing-holders.js';
import { countValue, listValues, quantity } from './value-list.js';

type Blockers = Promise<readonly string[]>;

/**
 * Finds stored rows that prevent a statement, regardless of permission. Returns a message for each problem
 * with the values and the remedy.
 */
export async function blockersOf(statement: MigrationStatement, inspection: Inspection): Blockers {
  if (!('table' in statement) || typeof statement.table !== 'string') return [];
  const origin = inspection.origins.of(statement.table);
  if (origin === undefined) return [];
  if (statement.kind === 'addColumn' && needsValue(statement.column))
    return missingValues(statement, origin, inspection);
  if (statement.kind === 'alterColumn' && needsValue(statement.to))
    return emptyValues(statement, origin, inspection);
  if (statement.kind === 'addIndex' && statement.index.unique)
    return duplicates(statement, origin, inspection);
  if (statement.kind === 'addForeignKey') return missingRows(statement, origin, inspection);
  if (statement.kind === 'limitValues') return otherValues(statement, origin, inspection);
  if (statement.kind === 'setPublishing') return holders(statement, inspection);
  return [];
}

async function missingValues(
  { table, column }: StatementOf<'addColumn'>,
  origin: Origin,
  { connection, renderer }: Inspection,
): Blockers {
  const count = await countRows(connection, rowsFrom(renderer, origin));
  if (count === 0) return [];
  return [
    `${table}.${column.name} is required and has no default, but the table has ${quantity(count, 'row')} already. ` +
      adviceForRequired(column),
  ];
}

async function emptyValues(
  { table, from, to }: StatementOf<'alterColumn'>,
  origin: Origin,
  { connection, renderer }: Inspection,
): Blockers {
  const found: string[] = [];
  const empty = `${valueIn(origin, from.name)} is null`;
  const count = from.nullable ? await countRows(connection, rowsFrom(renderer, origin, [empty])) : 0;
  if (count > 0)
    found.push(
      `${table}.${to.name} becomes required, but ${quantity(count, 'row')} of the table have no value in it. ` +
        `Give those rows a value first${to.type === 'uuid' ? '' : ', give the member a default'}, or leave it optional.`,
    );
  const conversions = [...(origin.columns.get(from.name)?.conversions ?? []), { from, to }];
  const lost = new Map<string, number>();
  if (isConversion(from, to))
    for await (const [raw] of scanRows(connection, renderer, { origin, columns: [from.name] }))
      if (convertThrough(conversions, raw).kind === 'lost') countValue(lost, String(raw));
  if (lost.size > 0)
    found.push(
      `${table}.${to.name} becomes ${to.type} and needs a value, but these do not convert: ${listValues(lost)}. ` +
        'Correct them, give the member a default, or make it optional.',
    );
  return found;
}

async function otherValues(
  { table, column, to, unchecked }: StatementOf<'limitValues'>,
  origin: Origin,
  { connection, renderer }: Inspection,
): Blockers {
  const source = origin.columns.get(column);
  if (to === null || unchecked === true || source === undefined || source.isConstant) return [];
  const allowed = new Set(to.map((value) => comparable(String(value))));
  const others = new Map<string, number>();
  for await (const [raw] of scanRows(connection, renderer, { origin, columns: [column] })) {
    const value = convertThrough(source.conversions, raw);
    const text = value.kind === 'lost' ? undefined : valueText(source.type, value.text);
    if (text !== undefined && !allowed.has(comparable(text))) countValue(others, text);
  }
  if (others.size === 0) return [];
  return [
    `${table}.${column} has values that the enum of the member does not allow: ${listValues(others)}. ` +
      'Change those rows, or let the enum allow them.',
  ];
}

/** Normalizes numbers, because `1.50` and `1.5` are equal. */
function comparable(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text;
}

async function duplicates(
  { table, index }: StatementOf<'addIndex'>,
  origin: Origin,
  { connection, renderer }: Inspection,
): Blockers {
  const found = await findDuplicates(connection, renderer, { origin, columns: index.columns });
  if (found.size === 0) return [];
  const isOne = index.columns.length === 1;
  const place = isOne ? `${table}.${index.columns.join()}` : `${table} (${index.columns.join(', ')})`;
  return [
    `${place} must be unique, but rows share these values: ${listValues(found)}. ` +
      'Make them differ, or take the rule back.',
  ];
}

/** Maximum number of broken references to read; a message lists the first ones. */
const MOST_REFERENCES = 1000;

async function missingRows(
  { table, foreignKey }: StatementOf<'addForeignKey'>,
  origin: Origin,
  { connection, renderer, origins }: Inspection,
): Blockers {
  const [column = ''] = foreignKey.columns;
  const [targetColumn = ''] = foreignKey.references.columns;
  const source = origin.columns.get(column);
  if (source === undefined || source.isConstant) return [];
  const value = valueIn(origin, column);
  const target = origins.of(foreignKey.references.table);
  const key = target?.columns.get(targetColumn)?.value('target');
  const kept = target?.kept.map((condition) => ` and ${condition('target')}`).join('') ?? '';
  const isMissing =
    target === undefined || key === undefined
      ? []
      : [
          `not exists (select 1 from ${renderer.names.table(target.table)} target where ${key} = ${value}${kept})`,
        ];
  const rows = await connection.query(
    `select ${renderer.readable(value)} as missing ${rowsFrom(renderer, origin, [`${value} is not null`, ...isMissing])}
      limit ${MOST_REFERENCES}`,
  );
  if (rows.length === 0) return [];
  const missing = new Map<string, number>();
  for (const row of rows) countValue(missing, String(row.missing));
  return [
    `${table}.${column} names rows that ${foreignKey.references.table} does not have: ${listValues(missing)}. ` +
      'Empty or correct those references, or give the new relation another name.',
  ];
}

async function holders(
  { table, base, from, to }: StatementOf<'setPublishing'>,
  { connection, renderer, tables, origins }: Inspection,
): Blockers {
  if (from !== true || to !== false) return [];
  const place = { table: origins.of(table)?.table ?? table, base: origins.of(base)?.table ?? base };
  return findHolders({ connection, names: renderer.names, tables, ...place });
}
