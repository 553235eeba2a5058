import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { diffSnapshots } from '../../../runtime/adapters/persistence/migrations/states/diff-snapshots.js';
import { manifest } from '../../../generated/manifest.js';
import {
  createMigrator,
  openMigrationConnection,
} from '../../../runtime/adapters/persistence/migrations/index.js';
import { defineFeature } from '../../../runtime/kernel/feature.js';
import type { LogEntry, Logger } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { reachTables } from '../../../runtime/features/pages/model/tables.js';
import { pageDataSlotTable } from '../../../runtime/features/placement/model/page-data-slot.js';
import { derivedStateTable } from '../../../runtime/kernel/derived/table.js';
import { projectTables } from '../../../runtime/project/project-types.js';
import { createBuilders } from '../../support/builders.js';
import { createTestDatabase } from '../../support/database.js';
import { derivedLengths, routeLengths } from '../../support/features/route-lengths.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ features: [routeLengths()] });
  const page = await createBuilders(app).aPage();
  await app.create('/_/routes', { path: '/long-enough', name: 'long', page: page['@id'] });
});
afterAll(() => app.close());

const run = (text: (table: (name: string) => string) => string): Promise<unknown> =>
  app.app.database.transaction((session) => session.run(text(session.table)));

const stored = async (): Promise<unknown> => {
  const { database } = app.app;
  const rows = await database.all(`select characters from ${database.table('route_length')}`);
  const states = await database.all(
    `select version from ${database.table('derived_state')} where name = 'route-lengths'`,
  );
  return {
    lengths: rows.map(({ characters }) => characters),
    versions: states.map(({ version }) => version),
  };
};

/** Deletes all derived rows. */
beforeEach(async () => {
  await run((table) => `delete from ${table('derived_state')} where name = 'route-lengths'`);
  await run((table) => `delete from ${table('route_length')}`);
});

/** Starts the service again on the same database, and ends it; returns its log. */
async function start(feature = routeLengths()): Promise<readonly (LogEntry & { level: string })[]> {
  const entries: (LogEntry & { level: string })[] = [];
  const keep = (level: string) => (entry: LogEntry) => void entries.push({ level, ...entry });
  const log: Logger = { ...SILENT_LOGGER, info: keep('info'), warn: keep('warn') };
  const again = await startTestApp({ features: [feature], databaseUrl: app.config.database.url, log });
  await again.close();
  return entries.filter(({ msg, derived }) => derived === 'route-lengths' || msg.includes('route-lengths'));
}

const COMPUTED = 'rebuilt derived rows';

describe('a start', () => {
  test('creates missing derived rows, and logs how long it took', async () => {
    expect(await start()).toEqual([
      {
        level: 'info',
        msg: COMPUTED,
        derived: 'route-lengths',
        version: 1,
        milliseconds: expect.any(Number),
      },
    ]);
    expect(await stored()).toEqual({ lengths: [12], versions: [1] });
  });

  test('keeps rows of the same version of the rules', async () => {
    await start();
    await run((table) => `update ${table('route_length')} set characters = 7`);
    expect(await start()).toEqual([]);
    expect(await stored()).toEqual({ lengths: [7], versions: [1] });
  });

  test('rebuilds rows of an older version of the rules', async () => {
    await start();
    await run((table) => `update ${table('route_length')} set characters = 7`);
    expect(await start(routeLengths(2))).toMatchObject([
      { msg: COMPUTED, derived: 'route-lengths', version: 2 },
    ]);
    expect(await stored()).toEqual({ lengths: [12], versions: [2] });
  });

  test('of an older release keeps the rows of a newer one, and logs it', async () => {
    await start(routeLengths(3));
    await run((table) => `update ${table('route_length')} set characters = 7`);
    expect(await start()).toEqual([
      {
        level: 'warn',
        msg: 'derived rows are from a newer release; after a downgrade, run `cms doctor --repair`',
        derived: 'route-lengths',
        stored: 3,
        version: 1,
      },
    ]);
    expect(await stored()).toEqual({ lengths: [7], versions: [3] });
  });

  test('waits for another one that creates the same rows, and does not repeat it', async () => {
    let made = 0;
    const data = derivedLengths();
    const slow = defineFeature({
      ...routeLengths(),
      derived: [
        {
          ...data,
          async rebuild(session) {
            await new Promise((resolve) => setTimeout(resolve, 300));
            await data.rebuild(session);
            made += 1;
          },
        },
      ],
    });
    await Promise.all([start(slow), start(slow), start(slow)]);
    expect(made).toBe(1);
    expect(await stored()).toEqual({ lengths: [12], versions: [1] });
  });

  test('fails if it cannot create them, and the next one creates them', async () => {
    const data = derivedLengths();
    const broken = defineFeature({
      ...routeLengths(),
      derived: [{ ...data, rebuild: () => Promise.reject(new Error('No room.')) }],
    });
    await expect(start(broken)).rejects.toThrow('No room.');
    expect(await stored()).toEqual({ lengths: [], versions: [] });
    await start();
    expect(await stored()).toEqual({ lengths: [12], versions: [1] });
  });

  test('rejects duplicate names of derived data', async () => {
    const other = defineFeature({ name: 'other', derived: [derivedLengths()] });
    const databaseUrl = app.config.database.url;
    await expect(startTestApp({ features: [routeLengths(), other], databaseUrl })).rejects.toThrow(
      'features: use the name "route-lengths" more than once in "derived" and "consistency"',
    );
  });
});

describe('a database of the previous release', () => {
  test('has complete derived rows once it is migrated and served, and again after a migration of its content', async () => {
    const database = await createTestDatabase();
    const { apiPrefix: iriPrefix, tablePrefix } = app.config;
    const feature = routeLengths();
    const tables = projectTables(manifest.resources, manifest.user?.fields, [feature]);
    const derived = [derivedStateTable, pageDataSlotTable, ...reachTables];
    const added = new Set([...derived.map(({ name }) => name), 'route_length']);
    const before = tables.filter(({ name }) => !added.has(name));
    const rename = { kind: 'sql', text: "update {route} set route = '/renamed-by-sql'" } as const;
    const migrations = [
      { id: '0001', up: diffSnapshots([], before), down: [] },
      { id: '0002', up: diffSnapshots(before, tables), down: [] },
      { id: '0003', up: [rename], down: [] },
    ];
    const migrate = (count: number): Promise<unknown> =>
      createMigrator({
        connect: () => openMigrationConnection(database.url),
        ...{ tablePrefix, iriPrefix, log: SILENT_LOGGER },
        migrations: migrations.slice(0, count),
      }).run();
    const served = async (): Promise<unknown> => {
      const again = await startTestApp({ features: [feature], databaseUrl: database.url });
      const own = again.app.database;
      const rows = await own.all(`select characters from ${own.table('route_length')}`);
      await again.close();
      return rows.map(({ characters }) => characters);
    };
    try {
      await migrate(1);
      const connection = await openMigrationConnection(database.url);
      const id = '018f0000-0000-7000-8000-000000000001';
      await connection.query(
        `insert into ${tablePrefix}route (id, route, name, created_at, modified_at) values ('${id}', '/about-us', 'about', '2026-01-01 00:00:00', '2026-01-01 00:00:00')`,
      );
      await connection.close();
      await migrate(2);
      expect(await served()).toEqual([9]);
      await migrate(3);
      expect(await served()).toEqual([15]);
    } finally {
      await database.drop();
    }
  });
});
