import { createServer, type Server } from 'node:net';
import { createConnection } from 'mysql2';
import { Client, type PoolClient, Query } from 'pg';
import { Sequelize, Transaction } from 'sequelize';
import { afterEach, describe, expect, test } from 'vitest';
import {
  connectionOf,
  giveConnection,
  isAnswerDue,
  isWaiting,
  markFinished,
  NO_TIME_ZONE_QUERY,
  streamOf,
  takeMarkAway,
  wireOf,
} from '../../runtime/adapters/persistence/driver-internals.js';
import { pgQuery } from '../../runtime/adapters/persistence/postgres/pg-query.js';
import { createSqlite3Module } from '../../runtime/adapters/persistence/sqlite/sqlite3-facade.js';
import { openLibsqlConnection } from '../../runtime/adapters/persistence/sqlite/libsql-connection.js';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function aSequelize(): Sequelize {
  const source = {
    acquire: () => Promise.resolve(openLibsqlConnection(':memory:')),
    release: (connection: ReturnType<typeof openLibsqlConnection>) => connection.close(),
  };
  const sequelize = new Sequelize({
    dialect: 'sqlite',
    storage: 'pinned.sqlite',
    dialectModule: createSqlite3Module(source),
    logging: false,
  });
  ends.push(() => sequelize.close());
  return sequelize;
}

/** A server that accepts connections, optionally sends a greeting first, and never responds. */
async function aSilentServer(greeting?: Buffer): Promise<number> {
  const server: Server = createServer((socket) => {
    if (greeting !== undefined) socket.once('data', () => socket.write(greeting));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** AuthenticationOk and ReadyForQuery. */
const GREETING_OF_POSTGRES = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** A pooled connection also has a release function. */
const ofPool = (client: Client): PoolClient => client as unknown as PoolClient;

describe('a transaction of Sequelize', () => {
  test('exposes the connection on which its statements run', async () => {
    const transaction = await aSequelize().transaction();
    expect(connectionOf(transaction)).toHaveProperty('native');
    await transaction.rollback();
  });

  test('marks the connection with its id and removes the mark at its end', async () => {
    const transaction = await aSequelize().transaction();
    const connection = connectionOf<{ uuid?: string }>(transaction);
    expect(connection.uuid).toBe(Reflect.get(transaction, 'id'));
    await transaction.rollback();
    expect(connection.uuid).toBeUndefined();
  });

  test('that Sequelize did not start runs on the given connection, like one of its own', () => {
    const transaction = new Transaction(aSequelize(), {});
    const connection: { uuid?: string } = {};
    giveConnection(transaction, connection);
    expect(connectionOf(transaction)).toBe(connection);
    expect(connection.uuid).toBe(Reflect.get(transaction, 'id'));
    takeMarkAway(transaction);
    expect(connection.uuid).toBeUndefined();
  });

  test('accepts no statement after it is marked as finished', async () => {
    const sequelize = aSequelize();
    const transaction = await sequelize.transaction();
    await sequelize.query('select 1', { transaction });
    markFinished(transaction, 'commit');
    await expect(sequelize.query('select 1', { transaction })).rejects.toThrow(
      /has been called on this transaction/,
    );
  });
});

describe('a new connection of Sequelize', () => {
  test('gets no time zone if it is disabled', () => {
    const sequelize = new Sequelize({ dialect: 'mysql', logging: false, ...NO_TIME_ZONE_QUERY });
    ends.push(() => sequelize.close());
    // Its connection manager checks this before it sends the statement.
    expect(Reflect.get(sequelize.connectionManager, 'config')).toHaveProperty('keepDefaultTimezone', true);
  });
});

describe('a connection of mysql2', () => {
  test('exposes its stream, and the command that waits for a response', async () => {
    const connection = createConnection({ host: '127.0.0.1', port: await aSilentServer() });
    connection.on('error', () => undefined); // ended below
    ends.push(() => connection.destroy());
    expect(streamOf(connection).setTimeout).toBeTypeOf('function');
    // Its first command is the greeting, for which it waits from the start.
    expect(isWaiting(connection)).toBe(true);
  });
});

describe('a client of pg', () => {
  test('exposes whether a response is pending', async () => {
    const port = await aSilentServer(GREETING_OF_POSTGRES);
    const client = new Client({ host: '127.0.0.1', port, pipeline: true });
    client.on('error', () => undefined); // ended below
    ends.push(() => wireOf(ofPool(client)).stream.destroy());
    expect(isAnswerDue(ofPool(client))).toBe(true);
    await client.connect();
    expect(isAnswerDue(ofPool(client))).toBe(false);
    client.query('select 1').catch(() => undefined); // there is no response
    expect(isAnswerDue(ofPool(client))).toBe(true);
  });

  test('exposes the stream of its statements and the messages of the server', () => {
    const client = new Client();
    const wire = wireOf(ofPool(client));
    expect(wire.stream.cork).toBeTypeOf('function');
    const notified: unknown[] = [];
    wire.on('errorMessage', (message: unknown) => notified.push(message));
    wire.emit('errorMessage', 'refused');
    expect(notified).toEqual(['refused']);
  });

  test('accepts a query with a name and types, like one from a config', () => {
    const types = { getTypeParser: () => (text: string) => text };
    const statement = { text: 'select $1', values: ['one'], name: 'prepared', types };
    const made = pgQuery(statement);
    const ofDriver = new Query(statement);
    for (const query of [made, ofDriver]) query.removeAllListeners();
    expect({ ...made }).toEqual({ ...ofDriver, types: undefined });
  });

  test('pipelines statements if this is enabled', () => {
    const client = new Client({ pipeline: true });
    expect(Reflect.get(client, 'pipeline')).toBe(true);
  });
});
