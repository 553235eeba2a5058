import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseServer, openMariadb, openPostgres } from './database-server.js';

export type TestDatabaseName = 'sqlite' | 'postgres' | 'mariadb' | 'mysql';

/** A database of one test file. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Value of `TEST_DATABASE`, `sqlite` by default. */
export function testDatabaseName(): TestDatabaseName {
  const name = process.env.TEST_DATABASE ?? 'sqlite';
  if (name === 'sqlite' || name === 'postgres' || name === 'mariadb' || name === 'mysql') return name;
  throw new Error(`TEST_DATABASE is "${name}"; it must be sqlite, postgres, mariadb or mysql.`);
}

/** Returns whether the tests run on MariaDB or MySQL, which share a driver and most of their SQL. */
export const speaksMysql = (): boolean => ['mariadb', 'mysql'].includes(testDatabaseName());

/**
 * Creates an empty database on the server of `TEST_POSTGRES_URL`, `TEST_MARIADB_URL` or `TEST_MYSQL_URL`, or a file in
 * a temporary folder.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return testDatabaseName() === 'sqlite'
    ? createSqliteFile()
    : onServer((server) => createServerDatabase(server));
}

/** Path of the file in the URL of an embedded database. */
export const sqlitePath = (url: string): string => url.slice('sqlite:'.length);

/** Creates an empty database on a server, or a copy of one of its databases. */
export async function createServerDatabase(server: DatabaseServer, template?: string): Promise<TestDatabase> {
  const name = `cms_test_${randomBytes(8).toString('hex')}`;
  await (template === undefined ? server.create(name) : server.copy(template, name));
  return { url: server.urlOf(name), drop: () => onServer((each) => each.drop(name)) };
}

/** Connects to the server of `TEST_DATABASE` while the work runs. */
export async function onServer<Result>(work: (server: DatabaseServer) => Promise<Result>): Promise<Result> {
  const server = await openServer();
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

function openServer(): Promise<DatabaseServer> {
  const name = testDatabaseName();
  if (name === 'postgres') return openPostgres(adminUrl('TEST_POSTGRES_URL'));
  return openMariadb(adminUrl(name === 'mysql' ? 'TEST_MYSQL_URL' : 'TEST_MARIADB_URL'));
}

async function createSqliteFile(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-test-'));
  return {
    url: `sqlite:${join(folder, 'test.sqlite')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

function adminUrl(variable: 'TEST_POSTGRES_URL' | 'TEST_MARIADB_URL' | 'TEST_MYSQL_URL'): URL {
  const value = process.env[variable];
  if (value === undefined || value === '')
    throw new Error(`${variable} is not set; "npm run test:databases" starts a server and sets it.`);
  return new URL(value);
}
