import type { Database, DialectName } from '../../kernel/contract/database/database.js';

/** Oldest supported releases (ADR 133). */
const SERVERS: Readonly<Record<DialectName, { readonly label: string; readonly minimum: string }>> = {
  postgres: { label: 'PostgreSQL', minimum: '12' },
  mysql: { label: 'MySQL', minimum: '8.0.12' },
  mariadb: { label: 'MariaDB', minimum: '10.6' },
  sqlite: { label: 'SQLite', minimum: '3.8.3' },
};

/** Servers with a compatible protocol but different SQL, as named in their version text. */
const LOOKALIKES = /tidb|vitess|oceanbase|singlestore|cockroachdb/i;

/** Returns whether the result of `select version()` is from MariaDB. */
export const isMariadbVersion = (version: string): boolean => /mariadb/i.test(version);

/**
 * Returns the problem with a server's version; undefined if it is supported.
 * @param found version text of the server, for example `15.18 (Debian 15.18-0+deb12u1)` or `10.11.19-MariaDB`
 */
export function checkServerVersion(name: DialectName, found: string): string | undefined {
  const { label, minimum } = SERVERS[name];
  if (LOOKALIKES.test(found))
    return `"${found}" is not supported. Use PostgreSQL 12, MariaDB 10.6, MySQL 8.0.12 or newer, or SQLite.`;
  // MariaDB before 11 may report a compatibility prefix: 5.5.5-10.11.19-MariaDB.
  const version = versionIn(name === 'mariadb' ? found.replace(/^5\.5\.5-/, '') : found);
  if (version === undefined) return `The version of ${label} was not understood: "${found}".`;
  return isAtLeast(version, versionIn(minimum) ?? [])
    ? undefined
    : `${label} ${version.join('.')} is too old. Update the server to ${label} ${minimum} or newer.`;
}

/**
 * Rejects an unsupported server (contract decision 17).
 * @throws Error naming the server, its version and the minimum
 */
export async function assertSupportedServer(database: Database): Promise<void> {
  const { name } = database.dialect;
  const expression = name === 'sqlite' ? 'sqlite_version()' : 'version()';
  const row = await database.first<{ version: string }>(`select ${expression} as version`);
  const found = String(row?.version ?? '').replace(/^PostgreSQL /, '');
  const problem = checkServerVersion(name, found);
  if (problem !== undefined) throw new Error(problem);
}

function versionIn(text: string): number[] | undefined {
  const numbers = /^\d+(\.\d+)*/.exec(text)?.[0];
  return numbers?.split('.').map(Number);
}

function isAtLeast(version: readonly number[], minimum: readonly number[]): boolean {
  for (const [index, wanted] of minimum.entries()) {
    const part = version[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}
