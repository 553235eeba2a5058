import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outboxLeaseTable } from '../../../kernel/outbox/tables.js';
import { drain } from '../../../kernel/util/async/drain.js';
import type { ServerLocation } from '../../../kernel/util/database/database-url.js';
import type { DatabaseCopies, DatabasePlace, DatabaseState } from './database-copies.js';
import { readServerState } from './server-state.js';
import { type DatabaseTool, printInto, runTool } from './database-tool.js';
import { restoreScript, unpacked } from './restore-script.js';

/** Dumps all tables in one transaction, without special privileges. */
const OPTIONS = [
  '--single-transaction',
  '--skip-lock-tables',
  '--skip-add-locks',
  '--no-tablespaces',
  '--hex-blob',
  '--quick',
  '--default-character-set=utf8mb4',
];

/**
 * Makes the MariaDB client reject its own commands and programs from here on; older clients treat it as a
 * comment.
 */
const SANDBOX = '/*M!999999\\- enable the sandbox mode */';
/** Prevents the server from reading local files, and newer clients from running programs. */
const CLIENT_OPTIONS = ['--local-infile=0', '--loose-skip-system-command'];

/**
 * Copies tables with `mariadb-dump` or `mysqldump`. Their transaction cannot be shared, so the related data
 * is read slightly later.
 */
export function mysqlCopies(location: ServerLocation, place: DatabasePlace): DatabaseCopies {
  const { database: name } = location;

  /** Writes the password to a file that only this user can access and that every client reads first. */
  async function options(folder: string, { product }: DatabaseState): Promise<string> {
    const file = join(folder, 'client.cnf');
    await writeFile(file, clientOptions(location, product), { mode: 0o600 });
    return `--defaults-extra-file=${file}`;
  }

  return {
    name: 'database.sql.gz',
    state: () => readServerState(place),
    assertUnused: async () => undefined,
    check: (content) => drain(unpacked(content)),
    async copy({ database, file, folder, signal, read }) {
      const state = await readServerState(place);
      const own = state.product === 'MySQL' ? ['--set-gtid-purged=OFF'] : [];
      const args = [await options(folder, state), ...OPTIONS, ...own, name, ...state.tables];
      await printInto(file, toolOf(state, 'dump', args), signal);
      await database.snapshot((session) => read(session, false));
    },
    async restore({ content, folder, found, signal }) {
      const input = restoreScript(unpacked(content), {
        before: [
          ...(found.product === 'MariaDB' ? [SANDBOX] : []),
          'set foreign_key_checks = 0;',
          ...found.tables.map((table) => `drop table if exists ${quote(table)};`),
        ],
        // Leases of processes that do not exist on the restored site.
        after: [`delete from ${quote(place.tablePrefix + outboxLeaseTable.name)};`],
      });
      const args = [await options(folder, found), ...CLIENT_OPTIONS, '--default-character-set=utf8mb4', name];
      await runTool(toolOf(found, 'client', args), { input, signal });
    },
  };
}

function toolOf({ product }: DatabaseState, kind: 'dump' | 'client', args: readonly string[]): DatabaseTool {
  const [names, package_] =
    product === 'MySQL'
      ? [{ dump: 'mysqldump', client: 'mysql' }, 'mysql-client']
      : [{ dump: 'mariadb-dump', client: 'mariadb' }, 'mariadb-client'];
  return {
    name: names[kind],
    args,
    env: {},
    install: `It comes with the client programs of ${product} (\`apt-get install ${package_}\`, \`brew install ${package_}\`).`,
  };
}

function clientOptions({ host, port, user, password, tls }: ServerLocation, product: string): string {
  const address = host.startsWith('/') ? [`socket=${word(host)}`] : [`host=${word(host)}`, `port=${port}`];
  return [
    '[client]',
    ...address,
    ...(user === '' ? [] : [`user=${word(user)}`]),
    ...(password === '' ? [] : [`password=${word(password)}`]),
    ...tlsOptions(tls, product),
    '',
  ].join('\n');
}

function tlsOptions(tls: ServerLocation['tls'], product: string): readonly string[] {
  if (tls === false) return [product === 'MySQL' ? 'ssl-mode=PREFERRED' : 'skip-ssl-verify-server-cert'];
  if (product === 'MySQL') return [`ssl-mode=${tls.rejectUnauthorized ? 'VERIFY_IDENTITY' : 'REQUIRED'}`];
  return ['ssl', tls.rejectUnauthorized ? 'ssl-verify-server-cert' : 'skip-ssl-verify-server-cert'];
}

/** Quotes a value of an options file, where backslashes and quotes are special. */
const word = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const quote = (identifier: string): string => `\`${identifier.replaceAll('`', '``')}\``;
