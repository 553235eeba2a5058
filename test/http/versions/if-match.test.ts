import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, MISSING_ID, startCoreApp, type CoreApp } from '../core/core-app.js';
import { ifMatch, tagOf, versionOf } from './support.js';

const LIST = '/_/layouts';
let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp();
});
afterAll(() => app.close());

const aLayout = async () => {
  const reference = Math.random().toString(36).slice(2);
  return (await app.create(LIST, { reference, uiComponent: 'Wide' }))['@id'];
};
const body = (uiComponent: string) => ({ reference: uiComponent, uiComponent });
const withTag = (tag: string) => ({ ...ADMIN, headers: ifMatch(tag) });

describe('If-Match', () => {
  test('with the current version accepts PATCH, PUT and DELETE', async () => {
    const iri = await aLayout();
    const read = tagOf(await app.get(iri, ADMIN));
    const patched = await app.patch(iri, { uiComponent: 'Narrow' }, withTag(read));
    expect([patched.status, patched.body.uiComponent]).toEqual([200, 'Narrow']);
    const replaced = await app.put(iri, body('A'), withTag(tagOf(patched)));
    expect(replaced.status).toBe(200);
    expect((await app.delete(iri, withTag(tagOf(replaced)))).status).toBe(204);
  });

  test.each(['patch', 'put', 'delete'] as const)(
    'with an older version rejects %s with the current ETag, author and date',
    async (method) => {
      const iri = await aLayout();
      const read = tagOf(await app.get(iri, ADMIN));
      await app.patch(iri, { uiComponent: 'Theirs' }, { as: 'superAdmin' });
      const send = {
        patch: () => app.patch(iri, { uiComponent: 'Mine' }, withTag(read)),
        put: () => app.put(iri, body('Mine'), withTag(read)),
        delete: () => app.delete(iri, withTag(read)),
      };
      const refused = await send[method]();
      const present = await app.get(iri, ADMIN);
      expect(refused.status).toBe(412);
      expect(refused.headers.get('content-type')).toContain('application/problem+json');
      expect(tagOf(refused)).toBe(tagOf(present));
      expect(refused.body).toMatchObject({ status: 412, version: 2 });
      expect(refused.body.author).toMatch(/^superAdmin-/);
      expect(refused.body.detail).toContain(refused.body.author);
      expect(refused.body.date).toBe(present.body.modifiedAt);
      expect(present.body.uiComponent).toBe('Theirs');
    },
  );

  test('compares only the version, whatever the caller was shown', async () => {
    const iri = await aLayout();
    const { status } = await app.patch(iri, { uiComponent: 'B' }, withTag('"1-of-another-view"'));
    expect(status).toBe(200);
    expect((await app.patch(iri, { uiComponent: 'C' }, withTag('"2"'))).status).toBe(200);
  });

  const REFUSED = [
    ['a weak tag', 'W/"1-a"', 412],
    ['a tag without a version', '"abc"', 412],
    ['a version that is none yet', '"2-a"', 412],
    ['a list without the version', '"2-a", W/"1-a"', 412],
    ['no entity tag', '1-a', 400],
    ['an open quote', '"1-a', 400],
    ['* in a list', '*, "1-a"', 400],
    ['nothing', '', 400],
  ] as const;
  test.each(REFUSED)('with %s (%s) results in %i', async (_what, tag, status) => {
    const iri = await aLayout();
    expect((await app.patch(iri, { uiComponent: 'B' }, withTag(tag))).status).toBe(status);
    expect(versionOf(await app.get(iri, ADMIN))).toBe(1);
  });

  test.each(['"7-a", "1-b"', 'W/"1-a" , "1-a"', '*', ' * '])('with %s accepts version 1', async (tag) => {
    const iri = await aLayout();
    expect((await app.patch(iri, { uiComponent: 'B' }, withTag(tag))).status).toBe(200);
  });

  test('with * requires existence', async () => {
    const iri = await aLayout();
    expect((await app.delete(iri, withTag('*'))).status).toBe(204);
    expect((await app.delete(iri, withTag('*'))).status).toBe(404);
  });

  test('reveals nothing to callers who cannot write', async () => {
    const { '@id': iri } = await app.create('/record/enquiries', { email: 'ann@example.com' });
    const headers = ifMatch('"9-x"');
    expect((await app.patch(iri, {}, { headers })).status).toBe(401);
    expect((await app.patch(iri, {}, { as: 'user', headers })).status).toBe(403);
    expect((await app.patch(`${LIST}/${MISSING_ID}`, {}, withTag('*'))).status).toBe(404);
  });

  test('is evaluated before the body', async () => {
    const iri = await aLayout();
    expect((await app.patch(iri, { uiComponent: '' }, withTag('"9-x"'))).status).toBe(412);
    expect((await app.patch(iri, { uiComponent: '' }, withTag('"1-x"'))).status).toBe(422);
  });

  test('accepts one of many writers of one version', async () => {
    const iri = await aLayout();
    const tag = tagOf(await app.get(iri, ADMIN));
    const names = Array.from({ length: 8 }, (_, index) => `W${index}`);
    const answers = await Promise.all(
      names.map((uiComponent) => app.patch(iri, { uiComponent }, withTag(tag))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...names.slice(1).map(() => 412)]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await app.get(iri, ADMIN)).body.uiComponent).toBe(winner?.body.uiComponent);
  });
});

describe('the author of a version', () => {
  test('is shown to administrators, and to the author', async () => {
    await app.token('user');
    const { member } = (await app.get('/users?perPage=100', { as: 'superAdmin' })).body;
    const { '@id': own, username } = member.find((one: { username: string }) =>
      one.username.startsWith('user-'),
    );
    const stale = { as: 'user', headers: ifMatch('"99-x"') } as const;
    const change = { plainPassword: 'another horse battery', oldPassword: 'correct horse battery' };
    const mine = await app.patch(own, change, { as: 'user' });
    expect(mine.status).toBe(200);
    expect((await app.patch(own, {}, stale)).body.author).toBe(username);
    await app.patch(own, { roles: ['ROLE_USER', 'ROLE_EDITOR'] }, { as: 'superAdmin' });
    const refused = await app.patch(own, {}, stale);
    expect([refused.status, refused.body.author]).toEqual([412, null]);
  });

  test('is null if the console or an earlier release wrote it', async () => {
    const iri = await aLayout();
    const { database } = app.app;
    await database.transaction((session) =>
      session.run(
        `update ${session.table('layout')} set row_version_at = null, row_version_by = null where id = :id`,
        { id: iri.slice(-36) },
      ),
    );
    const refused = await app.patch(iri, {}, withTag('"9-x"'));
    expect(refused.body).toMatchObject({ version: 1, author: null, date: null });
    expect(refused.body.detail).toBe('The record was changed since it was read.');
  });
});

describe('writes.require_if_match', () => {
  let strict: CoreApp;
  beforeAll(async () => {
    strict = await startCoreApp({ config: { writes: { require_if_match: true } } });
  });
  afterAll(() => strict.close());

  test('results in 428 for changes and deletions without If-Match, after 401 and 404', async () => {
    const { '@id': iri } = await strict.create(LIST, { reference: 'strict', uiComponent: 'Wide' });
    expect((await strict.patch(iri, { uiComponent: 'B' }, ADMIN)).status).toBe(428);
    expect((await strict.put(iri, body('B'), ADMIN)).status).toBe(428);
    expect((await strict.delete(iri, ADMIN)).status).toBe(428);
    expect((await strict.patch(iri, { uiComponent: 'B' })).status).toBe(401);
    expect((await strict.delete(`${LIST}/${MISSING_ID}`, ADMIN)).status).toBe(404);
    const read = await strict.get(iri, ADMIN);
    expect([read.body.uiComponent, versionOf(read)]).toEqual(['Wide', 1]);
    const patched = await strict.patch(
      iri,
      { uiComponent: 'B' },
      { ...ADMIN, headers: ifMatch(tagOf(read)) },
    );
    expect(patched.status).toBe(200);
    expect((await strict.delete(iri, { ...ADMIN, headers: ifMatch('*') })).status).toBe(204);
  });
});
