import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mysql2/promise';
import { Client } from 'pg';

export type TestDatabaseName = 'sqlite' | 'postgres' | 'mariadb';

/** A fresh, empty database of one test file. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** What `TEST_DATABASE` names; `sqlite` by default. */
export function testDatabaseName(): TestDatabaseName {
  const name = process.env.TEST_DATABASE ?? 'sqlite';
  if (name === 'sqlite' || name === 'postgres' || name === 'mariadb') return name;
  throw new Error(`TEST_DATABASE is "${name}"; it must be sqlite, postgres or mariadb.`);
}

/** Makes an empty database on the server of `TEST_POSTGRES_URL` or `TEST_MARIADB_URL`, or a file in a temporary folder. */
export async function createTestDatabase(): Promise<TestDatabase> {
  switch (testDatabaseName()) {
    case 'sqlite':
      return await createSqliteFile();
    case 'postgres':
      return await createPostgresDatabase(adminUrl('TEST_POSTGRES_URL'));
    case 'mariadb':
      return await createMariadbDatabase(adminUrl('TEST_MARIADB_URL'));
  }
}

async function createSqliteFile(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-test-'));
  return {
    url: `sqlite:${join(folder, 'test.sqlite')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function createPostgresDatabase(url: URL): Promise<TestDatabase> {
  const name = freshName();
  const run = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name} encoding 'UTF8' template template0`);
  return {
    url: withDatabase(url, name),
    // Connections may still be closing, or a failed test has left some open.
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
}

async function createMariadbDatabase(url: URL): Promise<TestDatabase> {
  const name = freshName();
  const run = async (sql: string): Promise<void> => {
    const connection: Connection = await createConnection(url.href.replace(/^mariadb:/, 'mysql:'));
    try {
      await connection.query(sql);
    } finally {
      await connection.end();
    }
  };
  await run(`create database ${name} character set utf8mb4`);
  return { url: withDatabase(url, name), drop: () => run(`drop database if exists ${name}`) };
}

function adminUrl(variable: 'TEST_POSTGRES_URL' | 'TEST_MARIADB_URL'): URL {
  const value = process.env[variable];
  if (value === undefined || value === '')
    throw new Error(`${variable} is not set; "npm run test:databases" starts a server and sets it.`);
  return new URL(value);
}

function freshName(): string {
  return `cms_test_${randomBytes(8).toString('hex')}`;
}

function withDatabase(url: URL, name: string): string {
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.href;
}
