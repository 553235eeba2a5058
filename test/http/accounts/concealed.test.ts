import { createState } from '../../../runtime/kernel/util/async/state.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOTHING_REQUESTED } from '../../../runtime/kernel/contract/http/requested.js';
import type { RequestContext } from '../../../runtime/kernel/contract/context.js';
import { ANONYMOUS } from '../../../runtime/kernel/contract/context.js';
import type { PasswordHasher } from '../../../runtime/kernel/ports/password-hasher.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { createPasswordHasher } from '../../../runtime/features/accounts/authentication/index.js';
import { anAccount, call, FROM_FRONT_END, linkTo, PASSWORD, signIn, tokenOf } from './client.js';
import { startAccountSite, type AccountSite } from './support.js';

let site: AccountSite;
let superAdmin: string;
const hashed: string[] = [];

/**
 * Creates the real hasher, which waits for a transaction of its own: inside another one it would wait forever
 * on SQLite.
 */
function hasherOutsideTransactions(): PasswordHasher {
  const hasher = createPasswordHasher();
  return {
    ...hasher,
    async hash(plain) {
      await site.database.transaction(async () => {});
      hashed.push(plain);
      return hasher.hash(plain);
    },
  };
}

beforeAll(async () => {
  site = await startAccountSite({ hasher: hasherOutsideTransactions() });
  const { username } = await anAccount(site, { role: 'ROLE_SUPER_ADMIN', username: 'root' });
  superAdmin = await signIn(site, username);
});
afterAll(() => site.close());

const aContext = (): RequestContext => ({
  actor: ANONYMOUS,
  now: site.clock.now(),
  requested: NOTHING_REQUESTED,
  log: SILENT_LOGGER,
  state: createState(),
});
const columns = (): readonly string[] =>
  (site.app.registry.require('User').concealed ?? []).map(({ column }) => column);

describe('hashes, tokens and timestamps of accounts', () => {
  test('are the columns of the table without a member', () => {
    expect(columns()).toEqual(
      expect.arrayContaining(['password', 'password_requested_at', 'email_address_verify_token']),
    );
    const shown = site.app.registry.require('User').fields.map((field) => 'column' in field && field.column);
    expect(columns().filter((column) => shown.includes(column))).toEqual([]);
  });

  test('are in no record and in no reported change', async () => {
    const { id } = await anAccount(site);
    const { operations } = site.app;
    await operations.run(aContext(), async (scope) => {
      const user = site.app.registry.require('User');
      const before = (await operations.readItem(user, id, rootContext())).record;
      const concealed = { password: 'SECRET-HASH', new_password_confirmation_token: 'SECRET-TOKEN' };
      const values = { newEmailAddress: 'told@example.com' };
      const stored = await scope.commands.change('User', { before, values, concealed, groups: [] }, scope);
      const { after, changed } = stored;
      expect(JSON.stringify([after, changed, stored.values, scope.changes.changes])).not.toContain('SECRET');
      expect(changed).toContain('newEmailAddress');
    });
    const row = await site.accounts.rows.byId(site.database, id);
    expect(row).toMatchObject({ password: 'SECRET-HASH', newEmailAddress: 'told@example.com' });
  });

  test('cannot be used in searches, orders and filters', async () => {
    const { username } = await anAccount(site);
    for (const column of [...columns(), 'plainPassword']) {
      const query = `search=${username}&order[${column}]=asc&${column}=x`;
      const answer = await call(site, { method: 'GET', path: `/users?${query}`, cookie: superAdmin });
      expect([answer.status, answer.body?.totalItems]).toEqual([200, 1]);
      expect(answer.headers.get('x-ignored')).toBe(`?order[${column}], ?${column}`);
    }
  });

  test('cannot be sent', async () => {
    const { id } = await anAccount(site);
    const row = await site.accounts.rows.byId(site.database, id);
    const body = Object.fromEntries(columns().map((column) => [column, 'sent']));
    const answer = await call(site, { method: 'PATCH', path: `/users/${id}`, body, cookie: superAdmin });
    expect(answer.status).toBe(200);
    expect(await site.accounts.rows.byId(site.database, id)).toEqual(row);
  });
});

describe('a new password', () => {
  const password = 'brand new password';

  test('is hashed outside a transaction, for every caller', async () => {
    const user = await anAccount(site);
    const body = { username: 'hattie', emailAddress: 'hattie@example.com', plainPassword: password };
    expect((await call(site, { method: 'POST', path: '/users', body, cookie: superAdmin })).status).toBe(201);
    const own = { plainPassword: password, oldPassword: PASSWORD };
    const cookie = await signIn(site, user.username);
    expect((await call(site, { method: 'PATCH', path: `/users/${user.id}`, body: own, cookie })).status).toBe(
      200,
    );
    await call(site, {
      method: 'POST',
      path: '/password/reset',
      body: { username: user.username },
      headers: FROM_FRONT_END,
    });
    const reset = { username: user.username, token: tokenOf(linkTo(site, user.emailAddress)), password };
    expect((await call(site, { method: 'POST', path: '/password/update', body: reset })).status).toBe(204);
    expect(hashed.filter((plain) => plain === password)).toHaveLength(3);
  });

  test('of a caller without permission is not hashed', async () => {
    const [user, other] = [await anAccount(site), await anAccount(site)];
    hashed.length = 0;
    const cookie = await signIn(site, other.username);
    const body = { plainPassword: password };
    expect((await call(site, { method: 'PATCH', path: `/users/${user.id}`, body, cookie })).status).toBe(403);
    expect((await call(site, { method: 'PATCH', path: `/users/${user.id}`, body })).status).toBe(401);
    const account = { username: 'nora', emailAddress: 'nora@example.com', ...body };
    expect((await call(site, { method: 'POST', path: '/users', body: account, cookie })).status).toBe(403);
    const guess = { plainPassword: password, oldPassword: 'wrong' };
    expect(
      (await call(site, { method: 'PATCH', path: `/users/${other.id}`, body: guess, cookie })).status,
    ).toBe(422);
    expect(hashed).toEqual([]);
  });
});

function rootContext(): RequestContext {
  const fields = { id: '', username: 'root', emailAddress: '', roles: [] };
  const user = { ...fields, sessionId: null, fields };
  return { ...aContext(), actor: { user, roles: new Set(['ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_USER']) } };
}
