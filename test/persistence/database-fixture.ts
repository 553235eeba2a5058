import { randomUUID } from 'node:crypto';
import type { Database, TransactionSession } from '../../runtime/kernel/contract/database/database.js';
import type { ColumnType } from '../../runtime/kernel/contract/schema/resource.js';
import type { TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import {
  modelDefinition,
  openDatabase,
  type OpenDatabaseOptions,
} from '../../runtime/adapters/persistence/database.js';
import { SILENT_LOGGER } from '../../runtime/kernel/ports/logger.js';
import { createTestDatabase, testDatabaseName, type TestDatabaseName } from '../support/database.js';

const column = (name: string, type: ColumnType, nullable = true) => ({ name, type, nullable });

/** One column of every type, and other columns of the tests. */
export const SAMPLE_TABLE: TableDefinition = {
  name: 'sample',
  columns: [
    column('id', 'uuid', false),
    { ...column('title', 'string'), length: 191 },
    column('body', 'text'),
    column('amount', 'integer'),
    column('ratio', 'float'),
    { ...column('price', 'decimal'), precision: 12, scale: 2 },
    column('enabled', 'boolean'),
    column('created_at', 'datetime'),
    column('day', 'date'),
    column('clock', 'time'),
    column('owner', 'uuid'),
    column('document', 'json'),
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'sample_title_unique', columns: ['title'], unique: true }],
  foreignKeys: [],
};

const MYSQL_TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'varchar(191)',
  text: 'longtext',
  integer: 'int',
  float: 'double',
  decimal: 'decimal(12, 2)',
  boolean: 'tinyint(1)',
  datetime: 'datetime(6)',
  date: 'date',
  time: 'time',
  uuid: 'char(36)',
  json: 'json',
};

const SQL_TYPES: Readonly<Record<TestDatabaseName, Readonly<Record<ColumnType, string>>>> = {
  sqlite: {
    string: 'text',
    text: 'text',
    integer: 'integer',
    float: 'real',
    decimal: 'text',
    boolean: 'integer',
    datetime: 'text',
    date: 'text',
    time: 'text',
    uuid: 'text',
    json: 'text',
  },
  postgres: {
    string: 'varchar(191)',
    text: 'text',
    integer: 'integer',
    float: 'double precision',
    decimal: 'numeric(12, 2)',
    boolean: 'boolean',
    datetime: 'timestamptz(6)',
    date: 'date',
    time: 'time',
    uuid: 'uuid',
    json: 'jsonb',
  },
  mariadb: MYSQL_TYPES,
  mysql: MYSQL_TYPES,
};

export async function openSample(
  url: string,
  options: Partial<Pick<OpenDatabaseOptions, 'pooler' | 'onStatement' | 'limits' | 'pool'>> = {},
): Promise<Database> {
  return await openDatabase({
    url,
    tablePrefix: 'cms_',
    tables: [modelDefinition(SAMPLE_TABLE)],
    log: SILENT_LOGGER,
    ...options,
  });
}

/** Creates a database with the table. */
export interface SampleDatabase {
  readonly url: string;
  readonly database: Database;
  close(): Promise<void>;
}

export async function startSample(): Promise<SampleDatabase> {
  const place = await createTestDatabase();
  const database = await openSample(place.url);
  await createSampleTable(database);
  return {
    url: place.url,
    database,
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

async function createSampleTable(database: Database): Promise<void> {
  const { dialect } = database;
  const types = SQL_TYPES[testDatabaseName()];
  const columns = SAMPLE_TABLE.columns.map(
    ({ name, type, nullable }) => `${dialect.quote(name)} ${types[type]} ${nullable ? 'null' : 'not null'}`,
  );
  await database.transaction(async (session) => {
    await session.run(`create table ${session.table('sample')} (${columns.join(', ')}, primary key (id))`);
    await session.run(`create unique index sample_title_unique on ${session.table('sample')} (title)`);
  });
}

/** Stores a row by the model, as the runtime does, and returns its id. */
export async function insertSample(
  database: Database,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  const id = randomUUID();
  await database.transaction(async (session) => {
    await session.insert('sample', [{ id, ...values }]);
  });
  return id;
}

/** Number of rows with the title, as a connection outside transactions reads it. */
export async function countTitled(database: Database, title: string): Promise<unknown> {
  const sql = `select count(*) as n from ${database.table('sample')} where title = :title`;
  return (await database.first(sql, { title }))?.n;
}

/** Amount of a row. `lock` is appended to the statement. */
export function amountOf(
  session: Pick<TransactionSession, 'first' | 'table'>,
  id: string,
  lock = '',
): Promise<{ amount: number } | undefined> {
  return session.first<{ amount: number }>(
    `select amount from ${session.table('sample')} t where id = :id${lock}`,
    { id },
  );
}
