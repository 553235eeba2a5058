import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf, startFormsApp, type FormsApp } from './support.js';

const RESET = '/component/forms/password_reset';

let app: FormsApp;
beforeAll(async () => {
  app = await startFormsApp();
});
afterAll(() => app.close());

describe('/component/forms/password_reset', () => {
  test('is a form without a row: with another id each time, and not cached', async () => {
    const shown = await app.get(`${RESET}?username=alice&token=abc`);
    expect(shown.status, shown.text).toBe(200);
    expect(shown.body).toMatchObject({
      '@type': 'Form',
      formType: 'PasswordUpdateType',
      _metadata: { persisted: false },
    });
    expect(shown.body.formView.vars).toMatchObject({
      name: 'password_update',
      action: `http://localhost:8000/_api${RESET}/submit`,
    });
    expect(nodeOf(shown, 'username').vars.value).toBe('alice');
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    expect((await app.get(RESET)).body.id).not.toBe(shown.body.id);
    const { database } = app.app;
    const rows = await database.all(`select id from ${database.table('form')}`);
    expect(rows).toEqual([]);
  });

  test('has every member of a stored form', async () => {
    const { '@id': iri } = await app.create('/component/forms', { formType: 'PasswordUpdateType' });
    const members = (body: object): string[] => Object.keys(body).sort();
    const { body: stored } = await app.get(iri, { as: 'admin' });
    const { body } = await app.get(RESET, { as: 'admin' });
    // It was never created or changed.
    const timeless = members(stored).filter((name) => !['createdAt', 'modifiedAt'].includes(name));
    expect(members(body)).toEqual(timeless);
    expect(body).toMatchObject({ componentGroups: [], componentPositions: [] });
    const submitted = await app.patch(`${RESET}/submit`, { password_update: { username: 'alice' } });
    expect(submitted.body).toMatchObject({ componentGroups: [], componentPositions: [] });
  });

  test('is submitted like any other', async () => {
    const plainPassword = { first: 'short', second: 'short' };
    const checked = await app.patch(`${RESET}/submit`, { password_update: { plainPassword } });
    expect(checked.status).toBe(422);
    expect(nodeOf(checked, 'plainPassword', 'first').vars.errors).toEqual([
      'Your password must be at least 8 characters long.',
    ]);
    const { body, headers } = await app.patch(`${RESET}/submit`, { password_update: { username: 'alice' } });
    expect([body.formView.vars.valid, body._metadata.persisted]).toEqual([true, false]);
    for (const one of [checked.headers, headers]) expect(one.get('cache-control')).toBe('private, no-store');
    expect((await app.post(`${RESET}/submit`, { password_update: {} })).status).toBe(422);
    expect((await app.put(`${RESET}/submit`, {}, { as: 'admin' })).status).toBe(405);
  });
});
