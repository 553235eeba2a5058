import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AppConfig } from '../config/app-config.js';
import type { SqlRow } from '../kernel/contract/database/database.js';
import { textTable } from '../kernel/util/text/text-table.js';
import type { MigrationConnection } from '../adapters/persistence/migrations/connection.js';

export interface StoredGroup {
  readonly location: string;
  readonly reference: string;
}

/** Stored rows of a component type, or the reason why the database could not be read. */
export type StoredComponent =
  | { readonly kind: 'found'; readonly records: number; readonly groups: readonly StoredGroup[] }
  | { readonly kind: 'unknown'; readonly reason: string };

interface StoredRequest {
  readonly root: string;
  /** Current and previous names of the component type. */
  readonly types: readonly string[];
  /** Tables that may contain records of a type; empty for a component type. */
  readonly tables: readonly string[];
  /** Collection path, without the API prefix. */
  readonly path: string;
}

/**
 * Finds the records of a component or record type, and the groups that allow it or belong to one of them.
 * Read-only.
 */
export async function findStoredComponent(request: StoredRequest): Promise<StoredComponent> {
  try {
    const { openSettings } = await import('./open-project.js');
    const { config } = await openSettings({ root: request.root });
    if (!(await isThere(config))) return { kind: 'unknown', reason: 'the database does not exist yet' };
    const { openMigrationConnection } = await import('../adapters/persistence/migrations/connection.js');
    const connection = await openMigrationConnection(config.database.url);
    try {
      return await askFor(request, connection, config);
    } finally {
      await connection.close();
    }
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns whether the database exists. Opening an embedded database would create its file. */
async function isThere({ database }: AppConfig): Promise<boolean> {
  const { parseDatabaseUrl } = await import('../kernel/util/database/database-url.js');
  const location = parseDatabaseUrl(database.url);
  return location.kind !== 'sqlite' || existsSync(resolve(location.path));
}

async function askFor(
  { types, tables, path }: Omit<StoredRequest, 'root'>,
  connection: MigrationConnection,
  { apiPrefix, tablePrefix }: AppConfig,
): Promise<StoredComponent> {
  const { createRenderer } = await import('../adapters/persistence/migrations/renderer.js');
  const { names } = createRenderer(connection.dialect, tablePrefix);
  const { readTableNames } = await import('../adapters/persistence/migrations/connection.js');
  const known = await readTableNames(connection);
  const counted: number[] = [];
  for (const table of tables.filter((name) => known.has(tablePrefix + name)))
    counted.push(await countRows(connection, `select count(*) as found from ${names.table(table)}`));
  if (tables.length === 0)
    for (const type of types)
      counted.push(
        await countRows(
          connection,
          `select count(*) as found from ${names.table('abstract_component')} where dtype = ?`,
          [type],
        ),
      );
  if (counted.length === 0) return { kind: 'unknown', reason: 'its table does not exist yet' };
  const rows = await connection.query(
    `select location, reference, allowed_components from ${names.table('component_group')} order by location, reference`,
  );
  const collections = new Set([path, apiPrefix + path]);
  const groups = rows
    .filter((row) => allows(row, collections) || String(row.location).includes(`${path}/`))
    .map(({ location, reference }) => ({ location: String(location), reference: String(reference) }));
  return { kind: 'found', records: counted.reduce((sum, count) => sum + count, 0), groups };
}

async function countRows(
  connection: MigrationConnection,
  sql: string,
  values: readonly string[] = [],
): Promise<number> {
  const [row] = await connection.query(sql, values);
  return Number(row?.found ?? 0);
}

function allows({ allowed_components: stored }: SqlRow, collections: ReadonlySet<string>): boolean {
  const list: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored;
  return Array.isArray(list) && list.some((entry) => collections.has(String(entry)));
}

/** Returns the lines that `make:rename-component` prints about stored records (accounts.md section 14.4). */
export function describeStored(stored: StoredComponent, type: string): readonly string[] {
  if (stored.kind === 'unknown') {
    return [
      `Could not read the stored records of ${type} (${stored.reason}). The migration still renames them.`,
    ];
  }
  const { groups, records } = stored;
  const count = `${records} stored ${records === 1 ? 'record' : 'records'} of ${type}`;
  if (groups.length === 0) return [`${count}; no group allows its collection.`];
  const named = groups.map(({ location, reference }) => [location, reference]);
  return [
    `${count}. Warning: the migration changes ${groups.length === 1 ? 'this group' : `these ${groups.length} groups`}:`,
    ...textTable([['Location (IRI)', 'Reference'], ...named]).map((line) => `  ${line}`),
  ];
}
