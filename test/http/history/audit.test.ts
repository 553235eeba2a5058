import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterExport } from '../../../runtime/console/enter-export.js';
import { revisionTable } from '../../../runtime/features/history/tables.js';
import {
  anAccount,
  type Answer,
  call,
  FROM_FRONT_END,
  jwtCookie,
  PASSWORD,
  signIn,
} from '../accounts/client.js';
import { startAccountSite, type AccountSite } from '../accounts/support.js';

let site: AccountSite;
let admin: { readonly id: string; readonly cookie: string };
beforeAll(async () => {
  site = await startAccountSite();
  const { id, username } = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
  admin = { id, cookie: await signIn(site, username) };
});
afterAll(() => site.close());

interface Entry {
  readonly number: number;
  readonly kind: string;
  readonly author: string | null;
  readonly account?: string;
  readonly details?: string;
  readonly requestId: string | null;
}

/** Returns the newest entries of a kind, as an administrator reads them. */
async function entries(kind: string): Promise<readonly Entry[]> {
  const { status, body } = await call(site, {
    method: 'GET',
    path: `/_/revisions?kind=${kind}`,
    cookie: admin.cookie,
  });
  expect(status).toBe(200);
  return body?.revisions as Entry[];
}

const iriOf = (id: string): string => `${site.config.apiPrefix}/users/${id}`;
const login = (username: string, password: string): Promise<Answer> =>
  call(site, { method: 'POST', path: '/login', body: { username, password } });

/** Waits for an entry that is written after the response to its request. */
const newestRefusal = async (requestId: string | null): Promise<Entry | undefined> =>
  expect
    .poll(async () => (await entries('refusal')).find((entry) => entry.requestId === requestId))
    .toBeDefined()
    .then(async () => (await entries('refusal')).find((entry) => entry.requestId === requestId));

describe('GET /_/revisions', () => {
  test('names the user who acted as another account, and that account', async () => {
    const editor = await anAccount(site, { role: 'ROLE_ADMIN' });
    const created = await call(site, {
      method: 'POST',
      path: `/_/layouts?_switch_user=${editor.username}`,
      body: { reference: 'switched', uiComponent: 'A' },
      cookie: admin.cookie,
    });
    expect(created.status).toBe(201);
    const [change] = await entries('change');
    const { body: me } = await call(site, { method: 'GET', path: '/me', cookie: admin.cookie });
    expect(change).toMatchObject({ author: me?.username, account: iriOf(editor.id), changes: 1 });
  });

  test('lists sign-ins and sign-outs', async () => {
    const { username } = await anAccount(site);
    const signedIn = await login(username, PASSWORD);
    const [entry] = await entries('sign-in');
    expect(entry).toMatchObject({ kind: 'sign-in', author: username });
    expect(entry?.requestId).toBe(signedIn.headers.get('x-request-id'));
    const cookie = jwtCookie(signedIn);
    for (let time = 0; time < 2; time += 1)
      await call(site, { method: 'POST', path: '/logout', cookie, headers: FROM_FRONT_END });
    const [out, ...others] = await entries('sign-out');
    expect(out).toMatchObject({ kind: 'sign-out', author: username });
    // The second sign-out ended nothing.
    expect(others.map(({ author }) => author)).not.toContain(username);
  });

  test('lists failed sign-ins with the account, if it exists', async () => {
    const { id, username } = await anAccount(site);
    expect((await login(username, 'wrong password')).status).toBe(401);
    expect((await login('nobody-canary', PASSWORD)).status).toBe(401);
    const [nobody, named] = await entries('failed-sign-in');
    expect(nobody).toMatchObject({ author: null });
    expect(nobody).not.toHaveProperty('account');
    expect(named).toMatchObject({ author: null, account: iriOf(id) });
    expect((await entries('refusal')).filter(({ details }) => details?.includes('/login'))).toEqual([]);
  });

  test('lists changes of accounts by the names of members', async () => {
    const { id, username } = await anAccount(site);
    const cookie = await signIn(site, username);
    const change = (body: object, by = admin.cookie) =>
      call(site, { method: 'PATCH', path: `/users/${id}`, body, cookie: by, headers: FROM_FRONT_END });
    const bodies = [
      { roles: ['ROLE_ADMIN'] },
      { emailAddress: 'canary-address@example.com' },
      { plainPassword: 'canary password', oldPassword: PASSWORD },
    ];
    for (const body of bodies) expect([body, (await change(body)).status]).toEqual([body, 200]);
    const path = `/users/${id}`;
    const { status } = await call(site, {
      method: 'DELETE',
      path,
      cookie: admin.cookie,
      headers: FROM_FRONT_END,
    });
    expect([status, cookie.length > 0]).toEqual([204, true]);
    const its = (await entries('account')).filter(({ account }) => account === iriOf(id));
    expect(its.map(({ details }) => details)).toEqual([
      'deleted',
      'password',
      expect.stringContaining('emailAddress'),
      'roles',
      'created',
    ]);
    expect(its[0]?.author).toBe((await entries('sign-in')).at(-1)?.author);
  });

  test('lists rejected writes, by status, method and pattern', async () => {
    const { username } = await anAccount(site);
    const cookie = await signIn(site, username);
    const refused = await call(site, {
      method: 'PATCH',
      path: `/users/${admin.id}?canary=1`,
      body: { username: 'canary-username' },
      cookie,
      headers: { ...FROM_FRONT_END, 'X-Reason': 'canary-reason' },
    });
    expect(refused.status).toBe(403);
    expect(await newestRefusal(refused.headers.get('x-request-id'))).toMatchObject({
      author: username,
      details: '403 PATCH /users/{id}',
    });
    const visitor = await call(site, { method: 'DELETE', path: `/users/${admin.id}` });
    expect(visitor.status).toBe(401);
    expect(await newestRefusal(visitor.headers.get('x-request-id'))).toMatchObject({
      author: null,
      details: '401 DELETE /users/{id}',
    });
    expect((await call(site, { method: 'GET', path: '/_/revisions' })).status).toBe(401);
    expect((await entries('refusal')).map(({ details }) => details)).not.toContain('401 GET /_/revisions');
  });

  test('lists exports by commands', async () => {
    await enterExport(site.app, 'database and files');
    expect((await entries('export'))[0]).toMatchObject({ author: null, details: 'database and files' });
  });

  test('shows only changes of records with kind=change, and responds with 400 for another kind', async () => {
    await call(site, {
      method: 'POST',
      path: '/_/layouts',
      body: { reference: 'main', uiComponent: 'Main' },
      cookie: admin.cookie,
      headers: FROM_FRONT_END,
    });
    const changes = await entries('change');
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['change']));
    for (const kind of ['x', '', 'Change']) {
      const path = `/_/revisions?kind=${kind}`;
      expect((await call(site, { method: 'GET', path, cookie: admin.cookie })).status).toBe(400);
    }
  });

  test('is changed by no request: an entry can be neither deleted nor undone', async () => {
    const [entry] = await entries('sign-in');
    for (const method of ['DELETE', 'PATCH', 'PUT', 'POST'])
      for (const path of ['/_/revisions', `/_/revisions/${entry?.number}`]) {
        const body = method === 'DELETE' ? undefined : {};
        const { status } = await call(site, {
          method,
          path,
          body,
          cookie: admin.cookie,
          headers: FROM_FRONT_END,
        });
        expect([404, 405]).toContain(status);
      }
    const undo = `/_/revisions/${entry?.number}/undo`;
    const answer = await call(site, {
      method: 'POST',
      path: undo,
      cookie: admin.cookie,
      headers: FROM_FRONT_END,
    });
    expect(answer.status).toBe(404);
    expect((await entries('sign-in'))[0]).toEqual(entry);
  });

  test('contains no name, address, password, token or reason of a rejected caller', async () => {
    await login('canary-name@example.com', 'canary password');
    const table = site.database.table(revisionTable.name);
    const text = JSON.stringify(await site.database.all(`select * from ${table}`));
    for (const secret of [
      'canary',
      PASSWORD,
      'wrong password',
      '127.0.0.1',
      '::1',
      'argon2',
      'eyJ',
      '@example.com',
    ])
      expect(text).not.toContain(secret);
  });

  test('is limited to twenty entries an hour for one address and one account', async () => {
    site.clock.advance(7200);
    const cookie = await signIn(site, (await anAccount(site, { role: 'ROLE_SUPER_ADMIN' })).username);
    admin = { ...admin, cookie };
    const known = new Set((await entries('refusal')).map(({ number }) => number));
    for (let time = 0; time < 25; time += 1)
      await call(site, { method: 'DELETE', path: `/users/${admin.id}` });
    const isNew = async (): Promise<readonly Entry[]> =>
      (await entries('refusal')).filter(({ number }) => !known.has(number));
    await expect.poll(async () => (await isNew()).length).toBe(20);
    // They are recorded after their responses, so two of them may be swapped.
    const last = (await isNew()).filter(({ details = '' }) => details.includes('the last one of this hour'));
    expect(last).toHaveLength(1);
  });
});
