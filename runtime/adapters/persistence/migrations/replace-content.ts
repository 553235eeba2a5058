import type { ContentStatement } from '../../../kernel/contract/database/migration.js';
import type { MigrationConnection } from './connection.js';
import { tableIn, type TableSet } from './states/replay.js';
import { caseText, marksFor, type MigrationRenderer } from './sql-text.js';

export interface ContentRun {
  readonly connection: MigrationConnection;
  readonly renderer: MigrationRenderer;
  /** Definitions before the statement. */
  readonly tables: TableSet;
  /** API prefix of stored IRIs. */
  readonly iriPrefix: string;
}

/** Runs a statement that rewrites stored names and IRIs of a type. */
export async function replaceContent(statement: ContentStatement, run: ContentRun): Promise<void> {
  switch (statement.kind) {
    case 'replaceValue':
      return replaceValues(statement, [[statement.from, statement.to]], run);
    case 'replaceListItem':
      return replaceListItem(statement, run);
    case 'replaceClass':
      return replaceClass(statement, run);
    case 'replaceIri':
      return replaceIri(statement, run);
  }
}

type Column = Pick<ContentStatement, 'table' | 'column'>;

/** Replaces values. Each pair applies to the original values, so that pairs do not undo each other. */
async function replaceValues(
  { table, column }: Column,
  pairs: readonly (readonly [string, string])[],
  { connection, renderer: { names } }: ContentRun,
): Promise<void> {
  const name = names.column(column);
  await connection.query(
    `update ${names.table(table)} set ${name} = ${caseText(name, pairs, name)} where ${name} in (${marksFor(pairs)})`,
    [...pairs.flat(), ...pairs.map(([from]) => from)],
  );
}

/** Replaces list entries. Lists are decoded, because their JSON text varies. */
async function replaceListItem(
  { table, column, from, to }: ContentStatement,
  { connection, renderer: { names }, tables, iriPrefix }: ContentRun,
): Promise<void> {
  const target = names.table(table);
  const name = names.column(column);
  const keys = tableIn(tables, table).primaryKey;
  const rows = await connection.query(
    `select ${names.columns([...keys, column])} from ${target} where ${name} is not null`,
  );
  const replaced = new Map([
    [from, to],
    [iriPrefix + from, iriPrefix + to],
  ]);
  const condition = keys.map((key) => `${names.column(key)} = ?`).join(' and ');
  for (const row of rows) {
    const stored = row[column];
    const list: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored;
    if (!Array.isArray(list)) continue;
    const next = list.map((item: unknown) =>
      typeof item === 'string' ? (replaced.get(item) ?? item) : item,
    );
    if (next.every((item, index) => item === list[index])) continue;
    const values = [JSON.stringify(next), ...keys.map((key) => String(row[key]))];
    await connection.query(`update ${target} set ${name} = ? where ${condition}`, values);
  }
}

/**
 * Replaces class identifiers. Stored texts are as sent: the plain name or a namespaced form (contract
 * decision 1).
 */
async function replaceClass({ table, column, from, to }: ContentStatement, run: ContentRun): Promise<void> {
  const { names } = run.renderer;
  const name = names.column(column);
  const rows = await run.connection.query(
    `select distinct ${name} as identifier from ${names.table(table)} where ${name} is not null`,
  );
  const pairs = rows.flatMap((row): [string, string][] => {
    const identifier = String(row.identifier);
    const renamed = renamedClass(identifier, from, to);
    return renamed === identifier ? [] : [[identifier, renamed]];
  });
  if (pairs.length > 0) await replaceValues({ table, column }, pairs, run);
}

function renamedClass(identifier: string, from: string, to: string): string {
  if (identifier === from) return to;
  const start = identifier.lastIndexOf('\\') + 1;
  return identifier.slice(start) === lastSegment(from)
    ? identifier.slice(0, start) + lastSegment(to)
    : identifier;
}

function lastSegment(identifier: string): string {
  return identifier.slice(identifier.lastIndexOf('\\') + 1);
}

async function replaceIri({ table, column, from, to }: ContentStatement, run: ContentRun): Promise<void> {
  const { iriPrefix } = run;
  const pairs = new Map([
    [from, to],
    [iriPrefix + from, iriPrefix + to],
  ]);
  await replaceValues({ table, column }, [...pairs], run);
  const { names } = run.renderer;
  const name = names.column(column);
  await run.connection.query(
    `update ${names.table(table)} set ${name} = replace(${name}, ?, ?) where ${name} like ? escape '!'`,
    [`${from}/`, `${to}/`, `%${from.replaceAll(/[!%_]/g, '!$&')}/%`],
  );
}
