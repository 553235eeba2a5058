import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';
import { speaksMysql, testDatabaseName } from '../../support/database.js';
import { createTcpProxy, type TcpProxy } from '../../support/tcp-proxy.js';
import type { TestApp } from '../../support/test-app.js';
import { isKeeping, startCachingApp } from '../response-cache/support.js';

const ADMIN = { as: 'superAdmin' } as const;
const PASSWORD = 'correct horse battery';
const FRESH = 'another good password';
/** On MariaDB a statement checks for writes of other processes. It costs as much as reading the session row. */
const KEEPS = !speaksMysql();

let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
beforeAll(async () => {
  app = await startCachingApp();
  other = await startCachingApp({ databaseUrl: app.config.database.url });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

interface Visitor {
  readonly id: string;
  readonly username: string;
  readonly headers: { readonly cookie: string };
}

let count = 0;
/** Signs in a user and caches the session in the process. */
async function aVisitor(at: TestApp, role = 'ROLE_USER'): Promise<Visitor> {
  const username = `kept${(count += 1)}`;
  const made = await app.app.get(ACCOUNTS).createAccount({
    ...{ username, emailAddress: `${username}@example.com`, password: PASSWORD, role },
    ...{ enabled: true, overwrite: false },
  });
  if (made.kind === 'refused') throw new Error('the account was refused');
  const { headers } = await app.post('/login', { username, password: PASSWORD });
  const visitor = {
    ...{ id: made.user.id, username },
    headers: { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' },
  };
  await isKeeping(at);
  expect(await statusOf(visitor, at)).toBe(200);
  expect(await readsSession(visitor, at)).toBe(!KEEPS);
  return visitor;
}

const statusOf = async ({ headers }: Visitor, at: TestApp): Promise<number> =>
  (await at.get('/me', { headers })).status;

/** Whether the next request of a session reads its row. */
async function readsSession({ headers }: Visitor, at: TestApp): Promise<boolean> {
  at.takeStatements();
  await at.get('/_/pages', { headers });
  return at.takeStatements().some((sql) => /join \S*refresh_token/.test(sql));
}

/** Ways to end a session, in either process. */
const ENDINGS: readonly (readonly [string, (visitor: Visitor, at: TestApp) => Promise<unknown>])[] = [
  ['whose user signs out', ({ headers }, at) => at.post('/logout', {}, { headers })],
  ['whose user is disabled', ({ id }, at) => at.patch(`/users/${id}`, { enabled: false }, ADMIN)],
  ['whose user is deleted', ({ id }, at) => at.delete(`/users/${id}`, ADMIN)],
  [
    'whose user is given another password',
    ({ id }, at) => at.patch(`/users/${id}`, { plainPassword: FRESH }, ADMIN),
  ],
  ['that a command ends', ({ username }, at) => at.app.get(ACCOUNTS).sessionExpiry.of(username, 'username')],
];

describe('a cached session', () => {
  test.each(ENDINGS)('%s is rejected in the next request', async (_what, end) => {
    const visitor = await aVisitor(app);
    await end(visitor, app);
    expect(await statusOf(visitor, app)).toBe(401);
  });

  // PostgreSQL notifies other processes after the commit.
  // A busy process may respond before it is notified (ADR 10).
  test.each(ENDINGS)(
    '%s in another process is rejected once this process is notified',
    async (_what, end) => {
      const visitor = await aVisitor(other);
      await end(visitor, app);
      await expect.poll(() => statusOf(visitor, other), { interval: 10 }).toBe(401);
    },
  );

  test('uses the roles that another process granted', async () => {
    const visitor = await aVisitor(other);
    expect((await other.get('/users', { headers: visitor.headers })).status).toBe(403);
    await app.patch(`/users/${visitor.id}`, { roles: ['ROLE_SUPER_ADMIN'] }, ADMIN);
    const { headers } = visitor;
    await expect
      .poll(async () => (await other.get('/users', { headers })).status, { interval: 10 })
      .toBe(200);
  });

  test('is not read again after writes of other users or other resources', async () => {
    const visitor = await aVisitor(app);
    const another = await aVisitor(app);
    await app.post('/logout', {}, { headers: another.headers });
    await app.create('/_/layouts', { reference: `kept-${visitor.id}`, uiComponent: 'Layout' });
    expect(await readsSession(visitor, app)).toBe(!KEEPS);
  });

  test('whose row is changed manually is rejected a little later', async () => {
    const visitor = await aVisitor(app);
    const { database } = app.app;
    await database.transaction((session) =>
      session.run(`update ${session.table('session')} set ended_at = :now where user_id = :user`, {
        now: session.dialect.encode('datetime', new Date()),
        user: session.dialect.encode('uuid', visitor.id),
      }),
    );
    await expect.poll(() => statusOf(visitor, app), { timeout: 30_000 }).toBe(401);
  });
});

/** The other databases check for writes before each use of the cache. */
describe.runIf(testDatabaseName() === 'postgres')('a process that receives no notifications', () => {
  let proxy: TcpProxy;
  let deaf: TestApp;
  beforeAll(async () => {
    const url = new URL(app.config.database.url);
    proxy = await createTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.host = `127.0.0.1:${proxy.port}`;
    deaf = await startCachingApp({ databaseUrl: url.href });
  });
  afterAll(async () => {
    await deaf.close();
    await proxy.close();
  });

  test('does not accept a session that ended in the meantime', async () => {
    const visitor = await aVisitor(deaf);
    await proxy.cut();
    await app.post('/logout', {}, { headers: visitor.headers });
    await proxy.restore();
    for (;;) {
      const status = await statusOf(visitor, deaf);
      expect([401, 503]).toContain(status);
      if (status === 401) break;
    }
  });
});

describe('all cached sessions', () => {
  test('are rejected in the next request after a command ends them', async () => {
    const visitors = [await aVisitor(app), await aVisitor(other)] as const;
    await app.app.get(ACCOUNTS).sessionExpiry.all();
    expect([await statusOf(visitors[0], app), await statusOf(visitors[1], other)]).toEqual([401, 401]);
  });
});
