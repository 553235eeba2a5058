import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { form, startSuccessApp } from '../forms/success-support.js';
import { startPublishingApp, type PublishingApp } from '../publishing/support.js';
import { idOf, storedRevisions } from './support.js';

const admin = { as: 'admin' } as const;
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

/** Returns the newest revision with its changes. */
async function newest() {
  const { revisions, changes } = await storedRevisions(app);
  const last = revisions.at(-1) ?? {};
  return { ...last, rows: changes.filter(({ revision }) => revision === last.number) };
}

const stateOf = (text: unknown): unknown => (text === null ? null : JSON.parse(String(text)));

describe('a unit of work', () => {
  test('is one revision with time, caller, request, reason and the changed rows', async () => {
    const layout = (await app.create('/_/layouts', { reference: randomUUID(), uiComponent: 'X' }))['@id'];
    const headers = { 'x-request-id': 'deploy-7', 'x-reason': 'Spelling: Größe' };
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name, Buffer.from(text).toString('latin1')]),
    );
    const answer = await app.patch(layout, { uiComponent: 'Y' }, { as: 'admin', headers: sent });
    expect(answer.status).toBe(200);
    const { rows, ...revision } = await newest();
    expect(revision).toMatchObject({ request_id: 'deploy-7', reason: 'Spelling: Größe', use_case: 'update' });
    expect(revision).toMatchObject({ actor: expect.stringMatching(/^[\da-f-]{36}$/) as string, changes: 1 });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ record: idOf(layout), subject: idOf(layout), record_type: 'Layout' });
    expect(stateOf(rows[0]?.state_before)).toMatchObject({ uiComponent: 'X' });
    expect(stateOf(rows[0]?.state_after)).toMatchObject({ uiComponent: 'Y' });
  });

  test('without changes is not recorded', async () => {
    const group = await content.group();
    const before = await newest();
    expect((await app.patch(group, { location: 'x' }, admin)).status).toBe(200);
    expect(await newest()).toEqual(before);
  });

  test('that is rejected is not recorded', async () => {
    const before = await newest();
    expect((await app.post('/component/articles', { headline: 7 }, admin)).status).toBe(422);
    expect(await newest()).toEqual(before);
  });

  test('includes all rows that a deletion deletes', async () => {
    const component = await content.article();
    const position = await content.position({ component });
    expect((await app.delete(component, admin)).status).toBe(204);
    const { rows } = await newest();
    const gone = rows.filter(({ state_after }) => state_after === null).map(({ record }) => record);
    expect(new Set(gone)).toEqual(new Set([idOf(component), idOf(position)]));
  });

  test('that writes a draft is recorded under the published record', async () => {
    const live = await content.article();
    const draft = await content.draft(live, { headline: 'B' });
    const { rows } = await newest();
    expect(rows.map(({ record, subject }) => [record, subject])).toEqual([[idOf(draft), idOf(live)]]);
  });

  test('of hundreds of rows runs as many statements as one of few', async () => {
    const group = await content.group();
    const component = await content.article();
    const sortValues = Array.from({ length: 130 }, (_, index) => index);
    for (const sortValue of sortValues)
      await content.position({ componentGroup: group, component, sortValue });
    app.takeStatements();
    expect((await app.delete(group, admin)).status).toBe(204);
    const statements = app.takeStatements().filter((sql) => sql.includes('revision'));
    expect((await newest()).rows.length).toBeGreaterThan(130);
    expect(statements).toHaveLength(2);
  });
});

describe('the content of revisions', () => {
  test('excludes accounts: neither names nor hashes', async () => {
    const account = {
      username: 'canary-name',
      emailAddress: 'canary@example.com',
      password: 'canary-secret',
    };
    await app.app
      .get(ACCOUNTS)
      .createAccount({ ...account, role: 'ROLE_USER', enabled: true, overwrite: false });
    const list = await app.get('/users', { as: 'superAdmin' });
    const members = list.body['hydra:member'] ?? list.body.member;
    const iri = members.find(({ username }: { username: string }) => username === 'canary-name')['@id'];
    const changed = await app.patch(iri, { username: 'canary-other' }, { as: 'superAdmin' });
    expect(changed.status).toBe(200);
    expect(JSON.stringify(await storedRevisions(app))).not.toContain('canary');
  });

  test('excludes submissions of forms', async () => {
    const forms = await startSuccessApp([form('CanaryType', { persist: 'Specimen' })]);
    try {
      expect((await forms.send('CanaryType', { name: 'canary' })).status).toBe(201);
      const { revisions, changes } = await storedRevisions(forms);
      expect(revisions.length).toBeGreaterThan(0);
      expect(JSON.stringify(changes)).not.toContain('canary');
    } finally {
      await forms.close();
    }
  });
});
