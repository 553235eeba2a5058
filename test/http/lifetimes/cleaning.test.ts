import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { defineFeature } from 'cms-api-components';
import type { TableDefinition } from '../../../runtime/kernel/contract/database/table.js';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';
import { invalidationTable } from '../../../runtime/features/caching/tables.js';
import { createScheduleStore } from '../../../runtime/kernel/jobs/schedule-store.js';
import { CLEANING } from '../../../runtime/kernel/retention/cleaning.js';
import { outboxDeadLetterTable, outboxMessageTable } from '../../../runtime/kernel/outbox/tables.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/test-app.js';
import { createTestClock, MINUTE, type TestClock } from '../publishing/support.js';

const DAY = 24 * 60 * MINUTE;
const TTL_DAYS = 7;
const ADA = { username: 'ada', password: 'ada and nothing else', emailAddress: 'ada@example.com' };

const opened: TestApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0).reverse()) await app.close();
});

interface Site {
  readonly app: TestApp;
  readonly clock: TestClock;
}

async function aSite(options: TestAppOptions = {}): Promise<Site> {
  const clock = createTestClock();
  const app = await startTestApp({ clock, ...options });
  opened.push(app);
  return { app, clock };
}

/** Runs the job and returns how many rows it deleted, by retention rule. */
async function clean({ app: { app } }: Site): Promise<Readonly<Record<string, number>>> {
  const store = createScheduleStore(app.database);
  await store.begin(CLEANING, new Date());
  await app.jobs.request(CLEANING);
  return (await store.read()).get(CLEANING)?.outcome ?? {};
}

async function rowsOf({ app: { app } }: Site, table: string): Promise<number> {
  const row = await app.database.first<{ rows_left: unknown }>(
    `select count(*) as rows_left from ${app.database.table(table)}`,
  );
  return Number(row?.rows_left);
}

async function insert({ app: { app } }: Site, table: string, rows: readonly Record<string, unknown>[]) {
  await app.database.transaction((session) => session.insert(table, rows));
}

describe('sessions', () => {
  async function withAda(): Promise<Site> {
    const site = await aSite();
    await site.app.app
      .get(ACCOUNTS)
      .createAccount({ ...ADA, role: 'ROLE_USER', enabled: true, overwrite: false });
    return site;
  }

  async function signIn({ app }: Site): Promise<string> {
    const response = await fetch(`${app.origin}/_api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: ADA.username, password: ADA.password }),
    });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('api_component='));
    return cookie?.split(';')[0] ?? '';
  }

  /** Refreshes the token and returns the browser's new cookie. */
  async function refresh({ app }: Site, cookie: string): Promise<string | number> {
    const response = await fetch(`${app.origin}/_api/token/refresh`, { method: 'POST', headers: { cookie } });
    const renewed = response.headers.getSetCookie().find((line) => line.startsWith('api_component='));
    return response.ok ? (renewed?.split(';')[0] ?? '') : response.status;
  }

  /** Runs the deletion in this process, whether or not another one does. */
  async function cleanAlone({ app, clock }: Site): Promise<number> {
    const retentionRule = app.app.retention.find(({ name }) => name === 'ended-sessions');
    if (retentionRule === undefined || !('clean' in retentionRule))
      throw new Error('sessions have no lifetime');
    const batch = { now: clock.now(), limit: 200 };
    let removed = 0;
    for (;;) {
      const count = await retentionRule.clean(batch);
      if (count === 0) return removed;
      removed += count;
    }
  }

  test('that are used remain, and their replaced tokens are deleted', async () => {
    const site = await withAda();
    let cookie = await signIn(site);
    for (let week = 0; week < 4; week += 1) {
      site.clock.forward((TTL_DAYS - 1) * DAY);
      const renewed = await refresh(site, cookie);
      if (typeof renewed === 'number') throw new Error(`the session had ended: ${renewed}`);
      cookie = renewed;
      await clean(site);
      expect(await rowsOf(site, 'session')).toBe(1);
    }
    // The current token, and the one that it replaced a moment ago.
    expect(await rowsOf(site, 'refresh_token')).toBeLessThanOrEqual(3);
  });

  test('that ended are deleted with all their tokens once no browser has a cookie of them', async () => {
    const site = await withAda();
    const cookie = await signIn(site);
    await fetch(`${site.app.origin}/_api/logout`, { headers: { cookie } });
    await signIn(site);
    site.clock.forward((TTL_DAYS - 1) * DAY);
    expect(await clean(site)).toMatchObject({ 'ended-sessions': 0 });
    expect(await rowsOf(site, 'session')).toBe(2);
    site.clock.forward(2 * DAY);
    expect(await clean(site)).toMatchObject({ 'ended-sessions': 1 });
    expect(await rowsOf(site, 'session')).toBe(1);
    site.clock.forward(TTL_DAYS * DAY);
    expect(await clean(site)).toMatchObject({ 'ended-sessions': 1 });
    expect(await rowsOf(site, 'session')).toBe(0);
    expect(await rowsOf(site, 'refresh_token')).toBe(0);
    expect(await refresh(site, cookie)).toBe(401);
  });

  test('remain if the clock of the process is ahead by less than their lifetime', async () => {
    const site = await withAda();
    const cookie = await signIn(site);
    site.clock.forward((TTL_DAYS - 1) * DAY);
    const ahead = await aSite({ databaseUrl: site.app.config.database.url });
    ahead.clock.forward(2 * (TTL_DAYS - 1) * DAY);
    expect(await cleanAlone(ahead)).toBe(0);
    expect(await refresh(site, cookie)).toMatch(/^api_component=/);
  });

  test('are deleted in batches, by two simultaneous processes, and the current one remains', async () => {
    const site = await withAda();
    const cookie = await signIn(site);
    const user = await site.app.app.database.first<{ id: unknown }>(
      `select u.id as id from ${site.app.app.database.table('user')} u`,
    );
    const ended = new Date(site.clock.now().getTime() - 30 * DAY);
    const ids = Array.from({ length: 1300 }, () => randomUUID());
    const user_id = String(site.app.app.database.dialect.decode('uuid', user?.id));
    const sessions = ids.map((id) => ({ id, user_id, created_at: ended, ended_at: null }));
    await insert(site, 'session', sessions);
    const token = { user_id, created_at: ended, expired_at: ended, version: 1 };
    await insert(
      site,
      'refresh_token',
      ids.map((session_id) => ({ ...token, id: randomUUID(), session_id })),
    );
    const other = await aSite({ databaseUrl: site.app.config.database.url, clock: site.clock });
    await Promise.all([site, other].map(cleanAlone));
    expect(await rowsOf(site, 'session')).toBe(1);
    expect(await rowsOf(site, 'refresh_token')).toBe(1);
    expect(await refresh(site, cookie)).toMatch(/^api_component=/);
  });
});

describe('messages', () => {
  const message = (channel: string, created_at: Date, position: number) => ({
    ...{ id: randomUUID(), channel, lane: 'a', position, collapses: false, message_key: 'a', body: '{}' },
    ...{ attempts: 0, last_error: null, created_at, trace: null },
  });

  test('that are dead letters remain for thirty days', async () => {
    const site = await aSite();
    const at = (days: number) => new Date(site.clock.now().getTime() - days * DAY);
    const letter = (died_at: Date) => ({
      ...{ id: randomUUID(), channel: 'letters', lane: 'a', collapses: false, message_key: 'a', body: '{}' },
      ...{ attempts: 1, reason: 'refused', created_at: at(90), died_at },
    });
    await insert(site, outboxDeadLetterTable.name, [29, 31, 60].map(at).map(letter));
    expect(await clean(site)).toMatchObject({ 'dead-letters': 2 });
    expect(await site.app.app.outbox.deadLetters.list()).toHaveLength(1);
  });

  test('of removed channels are deleted after thirty days, those of others remain', async () => {
    const letters = {
      name: 'letters',
      deliver: () => Promise.resolve({ kind: 'retry', reason: 'away' } as const),
    };
    const site = await aSite({ features: [defineFeature({ name: 'letters', channels: () => [letters] })] });
    const at = (days: number) => new Date(site.clock.now().getTime() - days * DAY);
    await insert(site, outboxMessageTable.name, [
      message('former-channel', at(31), 1),
      message('former-channel', at(29), 2),
      message('letters', at(400), 3),
    ]);
    expect(await clean(site)).toMatchObject({ 'abandoned-messages': 1 });
    expect(await rowsOf(site, outboxMessageTable.name)).toBe(2);
  });
});

describe('numbers of the invalidation feed', () => {
  test('remain if they are among the newest thousand, and are deleted in ascending order', async () => {
    const site = await aSite();
    const rows = Array.from({ length: 2700 }, (_, index) => ({ id: index + 1, origin: 'a', tags: 'b' }));
    await insert(site, invalidationTable.name, rows);
    expect(await clean(site)).toMatchObject({ 'invalidation-numbers': 1700 });
    const [first] = await site.app.app.database.all<{ id: unknown }>(
      `select min(i.id) as id from ${site.app.app.database.table(invalidationTable.name)} i`,
    );
    expect(Number(first?.id)).toBe(1701);
    expect(await clean(site)).toMatchObject({ 'invalidation-numbers': 0 });
  });
});

describe('a custom feature', () => {
  const hits: TableDefinition = {
    name: 'hit',
    columns: [
      { name: 'id', type: 'uuid', nullable: false },
      { name: 'seen_at', type: 'datetime', nullable: true },
    ],
    primaryKey: ['id'],
    indexes: [{ name: 'hit_seen_at', columns: ['seen_at'], unique: false }],
    foreignKeys: [],
  };

  test('has its rows deleted at the age that it defines', async () => {
    const retentionRule = {
      name: 'old-hits',
      what: 'Hits',
      table: hits,
      column: 'seen_at',
      keepSeconds: 3600,
    };
    const feature = defineFeature({ name: 'hits', tables: [hits], retention: [retentionRule] });
    const site = await aSite({ features: [feature] });
    const now = site.clock.now().getTime();
    const moments = [now, now - 59 * MINUTE, now - 61 * MINUTE, now - DAY];
    const rows = [...moments.map((moment) => new Date(moment)), null];
    await insert(
      site,
      'hit',
      rows.map((seen_at) => ({ id: randomUUID(), seen_at })),
    );
    expect(await clean(site)).toMatchObject({ 'old-hits': 2 });
    expect(await rowsOf(site, 'hit')).toBe(3);
  });

  test('that fails to delete does not prevent other deletions, and is retried', async () => {
    let isAway = true;
    const clean_ = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(0));
    const retentionRule = {
      name: 'far-files',
      what: 'Files',
      where: 'far away',
      keeps: 'a day',
      clean: clean_,
    };
    const feature = defineFeature({ name: 'far', retention: [retentionRule] });
    const site = await aSite({ features: [feature] });
    const rows = Array.from({ length: 1200 }, (_, index) => ({ id: index + 1, origin: 'a', tags: 'b' }));
    await insert(site, invalidationTable.name, rows);
    await clean(site);
    expect(await rowsOf(site, invalidationTable.name)).toBe(1000);
    isAway = false;
    await expect.poll(() => clean(site)).toMatchObject({ 'far-files': 0 });
  });
});

describe('files that a process left on its machine', () => {
  test('are deleted by the next one that serves there, without the database', async () => {
    const site = await aSite({ isServing: false });
    const folder = join(site.app.config.dataDir, 'form-files');
    await mkdir(join(folder, 'left'), { recursive: true });
    await mkdir(join(folder, 'in use'));
    const old = new Date(Date.now() - DAY);
    await utimes(join(folder, 'left'), old, old);
    await site.app.app.startServing();
    await expect.poll(() => readdir(folder)).toEqual(['in use']);
  });
});
