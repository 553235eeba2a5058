import { outboxLeaseTable } from '../../../kernel/outbox/tables.js';
import { drain } from '../../../kernel/util/async/drain.js';
import type { ServerLocation } from '../../../kernel/util/database/database-url.js';
import { ProjectError } from '../../../project/project-error.js';
import { POSTGRES_DIALECT } from '../dialect/postgres.js';
import type { DatabaseCopies, DatabasePlace, DatabaseState } from './database-copies.js';
import { readServerState } from './server-state.js';
import { type DatabaseTool, printInto, runTool, versionOfTool } from './database-tool.js';
import { type ScriptTarget, tableStatements } from './postgres-script.js';
import { restoreScript, unpacked } from './restore-script.js';

const { quote } = POSTGRES_DIALECT;

/** Copies tables with `pg_dump`, in the snapshot of a transaction that reads the related data. */
export function postgresCopies(location: ServerLocation, place: DatabasePlace): DatabaseCopies {
  const tool = (name: string, args: readonly string[]): DatabaseTool => ({
    name,
    args,
    env: environment(location),
    install:
      'It comes with the client programs of PostgreSQL (`apt-get install postgresql-client`, `brew install libpq`), of the version of the server or a newer one.',
  });
  return {
    name: 'database.sql.gz',
    state: () => readServerState(place),
    assertUnused: async () => undefined,
    async copy({ database, file, signal, read }) {
      const state = await readServerState(place);
      await assertNotOlder(tool('pg_dump', []), state);
      const tables = state.tables.map((name) => `--table=${fullName(state, name)}`);
      await database.snapshot(async (session) => {
        const row = await session.first<{ id: string }>('select pg_export_snapshot() as id');
        const args = ['--no-owner', '--no-privileges', `--snapshot=${row?.id ?? ''}`, ...tables];
        await printInto(file, tool('pg_dump', args), signal);
        await read(session, true);
      });
    },
    check: (content, found) => drain(tableStatements(unpacked(content), targetOf(found, place))),
    async restore({ content, found, signal }) {
      const leases = fullName(found, place.tablePrefix + outboxLeaseTable.name);
      const input = restoreScript(tableStatements(unpacked(content), targetOf(found, place)), {
        before: [
          'set client_min_messages = warning;',
          ...found.tables.map((name) => `drop table if exists ${fullName(found, name)} cascade;`),
        ],
        after: [`delete from ${leases};`],
      });
      const args = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', '--file=-'];
      await runTool(tool('psql', args), { input, signal });
    },
  };
}

const targetOf = ({ schema, isPrivileged }: DatabaseState, { tablePrefix }: DatabasePlace): ScriptTarget => ({
  schema: schema ?? 'public',
  tablePrefix,
  isPrivileged,
});

function fullName({ schema }: DatabaseState, table: string): string {
  return `${quote(schema ?? 'public')}.${quote(table)}`;
}

/** Checks the version before `pg_dump` rejects a newer server with a less helpful message. */
async function assertNotOlder(tool: DatabaseTool, { version }: DatabaseState): Promise<void> {
  const own = Number.parseInt(await versionOfTool(tool), 10);
  const server = Number.parseInt(version, 10);
  if (own < server)
    throw new ProjectError(
      `${tool.name} ${own} cannot read from a server of version ${server}. Install the client programs of version ${server} (\`apt-get install postgresql-client-${server}\`), and put them first in PATH.`,
    );
}

/** Returns the environment variables that all PostgreSQL programs read. */
function environment({ host, port, user, password, database, tls }: ServerLocation): Record<string, string> {
  const sslMode = tls === false ? 'disable' : tls.rejectUnauthorized ? 'verify-full' : 'require';
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGDATABASE: database,
    PGSSLMODE: sslMode,
    // Scripts are UTF-8, in which no byte of a multibyte character looks like a quote.
    PGCLIENTENCODING: 'UTF8',
    ...(sslMode === 'verify-full' ? { PGSSLROOTCERT: process.env['PGSSLROOTCERT'] ?? 'system' } : {}),
    ...(user === '' ? {} : { PGUSER: user }),
    ...(password === '' ? {} : { PGPASSWORD: password }),
  };
}
