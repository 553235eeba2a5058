import { derivedStateTable } from '../../runtime/kernel/derived/table.js';
import { randomUUID } from 'node:crypto';
import type { SqlValue } from '../../runtime/kernel/contract/database/database.js';
import type { ColumnDefinition, TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import { createSqlNames } from '../../runtime/adapters/persistence/migrations/sql-text.js';
import { projectTables } from '../../runtime/project/project-types.js';
import { loadProject } from '../../runtime/project/load-project.js';
import { speaksMysql } from '../support/database.js';
import { type MigratedProject, PREFIX } from './migrated-project.js';

/** All unique stored values, with their locations. */
export type Content = ReadonlyMap<string, readonly string[]>;

const ROWS = [0, 1];
const FIRST_NUMBER = 1_000_000;
const TOKEN = /tok-\d+|[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Populates a database. It adds rows to every empty table, and a unique value to every empty cell. */
export function createContent(project: MigratedProject): {
  fill(): Promise<void>;
  read(): Promise<Content>;
} {
  let count = 0;
  const next = (): number => (count += 1);

  async function tables(): Promise<readonly TableDefinition[]> {
    const { manifest } = await loadProject(project.root);
    // Each migration resets the record of derived rows, so they are built again.
    return projectTables(manifest.resources, manifest.user?.fields).filter(
      ({ name }) => name !== derivedStateTable.name,
    );
  }
  const select = (table: TableDefinition): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    project.query(`select * from ${project.table(table.name)} order by 1`);

  async function insert(table: TableDefinition, index: number): Promise<void> {
    const row = new Map<string, SqlValue>();
    for (const column of table.columns) {
      const key = table.foreignKeys.find(({ columns }) => columns[0] === column.name);
      row.set(column.name, key === undefined ? valueOf(column, next) : null);
      if (key === undefined) continue;
      const target = `select ${project.column(key.references.columns[0] ?? '')} as found from ${project.table(key.references.table)}`;
      const found = await project.query(`${target} order by 1`);
      row.set(column.name, (found[index]?.found as SqlValue | undefined) ?? null);
    }
    const columns = [...row.keys()].map(project.column).join(', ');
    const marks = [...row].map(() => '?').join(', ');
    const sql = `insert into ${project.table(table.name)} (${columns}) values (${marks})`;
    await project.connection().query(sql, [...row.values()]);
  }

  async function complete(table: TableDefinition): Promise<void> {
    const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
    for (const column of table.columns.filter(({ name, nullable }) => nullable && !keys.has(name))) {
      for (const row of await select(table)) {
        if (row[column.name] !== null) continue;
        const condition = table.primaryKey.map((name) => `${project.column(name)} = ?`).join(' and ');
        await project.connection().query(
          `update ${project.table(table.name)} set ${project.column(column.name)} = ? where ${condition}`,
          // Values of a key that were read can be bound again.
          [valueOf(column, next), ...table.primaryKey.map((name) => row[name] as SqlValue)],
        );
      }
    }
  }

  return {
    async fill() {
      for (const table of inFillingOrder(await tables())) {
        const present = await select(table);
        if (present.length === 0) for (const index of ROWS) await insert(table, index);
        else await complete(table);
      }
    },
    async read() {
      const content = new Map<string, string[]>();
      for (const table of await storedTables(project)) {
        for (const row of await project.query(`select * from ${quoted(project, PREFIX + table)}`)) {
          for (const [column, value] of Object.entries(row)) {
            for (const token of tokensOf(value))
              content.set(token, [...(content.get(token) ?? []), `${table}.${column}`].sort());
          }
        }
      }
      return content;
    },
  };
}

/** Sorts each table after those that its rows must reference. */
function inFillingOrder(tables: readonly TableDefinition[]): readonly TableDefinition[] {
  const waiting = new Set(tables);
  const ordered: TableDefinition[] = [];
  const isReady = (table: TableDefinition): boolean =>
    table.foreignKeys
      .filter(({ columns }) => table.columns.some(({ name, nullable }) => name === columns[0] && !nullable))
      .every(({ references }) => ![...waiting].some(({ name }) => name === references.table));
  while (waiting.size > 0) {
    const ready = [...waiting].filter(isReady);
    if (ready.length === 0) throw new Error('Tables whose rows must refer to one another cannot be filled.');
    for (const table of ready) waiting.delete(table);
    ordered.push(...ready);
  }
  return ordered;
}

/** Values with fewer locations than before, each with its previous locations. */
export function missingFrom(before: Content, after: Content): Content {
  return new Map([...before].filter(([token, places]) => (after.get(token)?.length ?? 0) < places.length));
}

/** Tables of the database, including those that no schema declares, without the journal. */
async function storedTables(project: MigratedProject): Promise<readonly string[]> {
  const { dialect } = project.connection();
  const rows = await project.query(
    dialect === 'sqlite'
      ? "select name from sqlite_schema where type = 'table'"
      : `select table_name as name from information_schema.tables where table_schema = ${
          dialect === 'postgres' ? 'current_schema()' : 'database()'
        }`,
  );
  return rows
    .map(({ name }) => String(name))
    .filter((name) => name.startsWith(PREFIX) && name !== `${PREFIX}migration`)
    .map((name) => name.slice(PREFIX.length))
    .sort();
}

function quoted(project: MigratedProject, name: string): string {
  return createSqlNames(speaksMysql() ? '`' : '"', '').table(name);
}

function tokensOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    return tokensOf(JSON.stringify(value));
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return [];
  const number = Number(value);
  if (Number.isFinite(number)) return number >= FIRST_NUMBER ? [String(number)] : [];
  return String(value).match(TOKEN) ?? [];
}

function valueOf({ name, type, length }: ColumnDefinition, next: () => number): SqlValue {
  switch (type) {
    case 'uuid':
      return randomUUID();
    case 'string':
    case 'text':
      return `tok-${next()}`.slice(0, name === 'dtype' ? 3 : length);
    case 'integer':
    case 'float':
    case 'decimal':
      return FIRST_NUMBER + next();
    case 'boolean':
      return true;
    case 'datetime':
      return new Date('2024-01-01T00:00:00Z');
    case 'date':
      return '2024-01-01';
    case 'time':
      return '10:00:00';
    case 'json':
      return JSON.stringify([`tok-${next()}`]);
  }
}
