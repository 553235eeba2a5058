import { afterEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';

const SIGNED_IN = "is_granted('ROLE_USER')";
let app: TestApp;
afterEach(() => app.close());

const start = async (security: { readonly list: string; readonly read?: string }): Promise<void> => {
  app = await startTestApp({ config: { user: { security } } });
};
const names = (members: readonly { readonly username: string }[]): string[] =>
  members.map(({ username }) => username).sort();
const list = async (as: 'user' | 'admin' | 'superAdmin', query = '') => {
  const { status, body } = await app.get(`/users?${query}`, { as });
  expect(status).toBe(200);
  return { names: names(body.member), totalItems: Number(body.totalItems) };
};
const nameOf = async (as: 'user' | 'admin' | 'superAdmin'): Promise<string> =>
  String((await app.get('/me', { as })).body.username);

describe('GET /users for callers who can list accounts', () => {
  test('contains and counts those that the caller can read: its own, and all for super admins', async () => {
    await start({ list: SIGNED_IN });
    const [own, other] = [await nameOf('user'), await nameOf('admin')];
    expect(await list('user')).toEqual({ names: [own], totalItems: 1 });
    expect((await list('superAdmin')).names).toEqual(expect.arrayContaining([own, other]));
    expect(await list('user', `search=${other}`)).toEqual({ names: [], totalItems: 0 });
    expect(await list('user', `search=${own}&order[username]=asc`)).toEqual({ names: [own], totalItems: 1 });
    expect((await app.get('/users')).status).toBe(401);
  });

  test('contains no more in a Collection component', async () => {
    await start({ list: SIGNED_IN });
    const { '@id': shown } = await app.create('/component/collections', { resourceIri: '/users' });
    const { collection } = (await app.get(shown, { as: 'user' })).body;
    expect([names(collection.member), collection.totalItems]).toEqual([[await nameOf('user')], 1]);
  });

  test('follows a rule of the site', async () => {
    await start({ list: SIGNED_IN, read: 'object.username != user.username and object.enabled' });
    const [own, other] = [await nameOf('user'), await nameOf('admin')];
    const found = await list('user');
    expect(found.names).toContain(other);
    expect(found.names).not.toContain(own);
    expect(found.totalItems).toBe(found.names.length);
  });

  test('shows no accounts by a part of a rule that no database can evaluate', async () => {
    await start({
      list: SIGNED_IN,
      read: "is_granted('ROLE_SUPER_ADMIN') or 'ROLE_ADMIN' in object.roles or object.id == user.id",
    });
    const [own, other] = [await nameOf('user'), await nameOf('admin')];
    expect((await list('user')).names).toEqual([own]);
    expect((await list('superAdmin')).names).toEqual(expect.arrayContaining([own, other]));
  });
});

describe('accounts that a site opens to everyone', () => {
  test('are listed, but shared caches store neither the list nor what shows it', async () => {
    await start({ list: 'true', read: "object.username != 'hidden'" });
    const { '@id': shown } = await app.create('/component/collections', { resourceIri: '/users' });
    const list = await app.get('/users');
    expect([list.status, list.headers.get('cache-control')]).toEqual([200, 'max-age=0, private']);
    expect(list.body.member[0]).not.toHaveProperty('enabled');
    const collection = await app.get(shown);
    expect(collection.body.collection.totalItems).toBe(list.body.totalItems);
    expect(collection.headers.get('cache-control')).toContain('s-maxage=0');
  });

  test('are not shown individually to anonymous callers', async () => {
    await start({ list: 'true', read: 'true' });
    await nameOf('user');
    const [user] = (await app.get('/users')).body.member;
    expect((await app.get(user['@id'])).status).toBe(401);
    expect((await app.get(user['@id'], { as: 'user' })).status).toBe(200);
  });
});
