import { readFile } from 'node:fs/promises';
import {
  createMigrator,
  type MigrationConnection,
  type MigratorOptions,
  openMigrationConnection,
} from '../../../runtime/adapters/persistence/migrations/index.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';

/** Migrates as configured in the file and is killed with SIGKILL after the given number of schema statements. */
const [url = '', file = '', command = 'run', count = '0'] = process.argv.slice(1);
// The test wrote the file for this program.
const given = JSON.parse(await readFile(file, 'utf8')) as Pick<
  MigratorOptions,
  'tablePrefix' | 'migrations'
> &
  Required<Pick<MigratorOptions, 'current'>>;

let left = Number(count);
const connect = async (): Promise<MigrationConnection> => {
  const real = await openMigrationConnection(url);
  const query: MigrationConnection['query'] = async (sql, values) => {
    const rows = await real.query(sql, values);
    const isOfJournal = sql.includes(`${given.tablePrefix}migration`);
    if (/^\s*(create|alter|drop|rename|update|insert)/.test(sql) && !isOfJournal) left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return rows;
  };
  return { ...real, query };
};
const migrator = createMigrator({ ...given, connect, log: SILENT_LOGGER });
const options = { allowDestructive: true };
await (command === 'follow' ? migrator.follow(options) : migrator.run(options));
