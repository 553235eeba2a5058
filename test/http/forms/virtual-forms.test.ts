import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf, startFormsApp, type FormsApp } from './support.js';

const RESET = '/component/forms/password_reset';

let app: FormsApp;
beforeAll(async () => {
  app = await startFormsApp();
});
afterAll(() => app.close());

describe('/component/forms/password_reset', () => {
  test('is a form without a row: another id each time, kept by nobody', async () => {
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

  test('is submitted like any other', async () => {
    const checked = await app.patch(`${RESET}/submit`, { password_update: { username: '' } });
    expect(checked.status).toBe(422);
    expect(nodeOf(checked, 'username').vars.errors).toEqual(['This value should not be blank.']);
    const sent = await app.post(`${RESET}/submit`, { password_update: { username: 'alice' } });
    expect([sent.status, sent.body.formView.vars.valid]).toEqual([201, true]);
    expect(sent.body._metadata.persisted).toBe(false);
    for (const { headers } of [checked, sent]) expect(headers.get('cache-control')).toBe('private, no-store');
    expect((await app.post(`${RESET}/submit`, { password_update: {} })).status).toBe(422);
    expect((await app.put(`${RESET}/submit`, {}, { as: 'admin' })).status).toBe(405);
  });
});
