import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('layouts', () => {
  test('create, read, patch, list, delete', async () => {
    const created = await app.post('/_/layouts', { reference: 'main', uiComponent: 'Primary', uiClassNames: ['a'] }, { as: 'admin' });
    void (created.status, created.text);
    const iri = created.body['@id'];
    void ((await app.get(iri)).text);
    void ((await app.patch(iri, { uiComponent: 'Other' }, { as: 'admin' })).text);
    void ((await app.get('/_/layouts?search=mai&order[createdAt]=asc')).text);
    const page = await app.create('/_/pages', { reference: 'home', isTemplate: false, uiComponent: 'X', layout: iri });
    void (page);
    app.takeStatements();
    const title = await app.post('/component/titles', { title: 'Hi', publishedAt: 'now' }, { as: 'admin' });
    void (title.status, title.text, app.takeStatements());
    const group = await app.create('/_/component_groups', { reference: 'g', location: 'x', pages: [page['@id']], allowedComponents: ['Title'] });
    void (group);
    const t2 = await app.post('/component/titles', { title: 'Hi', componentPositions: [{ componentGroup: group['@id'] }] }, { as: 'admin' });
    void (t2.status, t2.text);
    void ((await app.get(group['@id'])).text);
    void ((await app.delete(page['@id'], { as: 'admin' })).status);
    void ((await app.get(group['@id'])).status, (await app.get(t2.body['@id'])).status);
    void ((await app.post('/_/layouts', { reference: 'main' }, { as: 'admin' })).text);
    void ((await app.get('/')).text);
    expect(1).toBe(1);
  });
});
