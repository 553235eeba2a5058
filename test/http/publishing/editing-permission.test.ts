import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { previousWriterNotices } from '../../../runtime/console/check/previous-writer-notices.js';
import { aToken, anOwner } from '../access-tokens/support.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createContent, type ContentBuilder } from './content.js';
import { publishingManifest } from './types.js';

const admin = { as: 'admin' } as const;
const user = { as: 'user' } as const;
const REFUSED = 'Writing content needs the editing permission.';

/** The access rules allow all writes to everyone. */
const EVERYBODY = [{ path: '^/', methods: ['POST', 'PUT', 'PATCH', 'DELETE'], roles: 'PUBLIC_ACCESS' }];

let app: TestApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startTestApp({
    manifest: publishingManifest,
    config: { routable_security: null, route_security: [], access_control: EVERYBODY },
  });
  content = createContent(app);
});
afterAll(() => app.close());

/** Creates one record of every kind of content that requires the permission. */
async function aSite() {
  const page = await content.page({ isTemplate: false });
  const path = await content.route({ page });
  const group = await content.group({ pages: [page] });
  const { '@id': title } = await app.create('/component/titles', { title: 'Welcome', publishedAt: 'now' });
  const { '@id': form } = await app.create('/component/forms', { formType: 'ExampleFormType' });
  const { '@id': collection } = await app.create('/component/collections', { resourceIri: '/_api/_/pages' });
  const { '@id': story } = await app.create('/page_data/nested_page_datas', { title: 'A story', page });
  const position = await content.position({ component: title, componentGroup: group });
  const { '@id': layout } = await app.create('/_/layouts', {
    reference: randomUUID(),
    uiComponent: 'Main',
  });
  const route = `/_/routes/${path}`;
  return { page, route, group, title, form, collection, story, position, layout };
}

describe('without the editing permission', () => {
  test('no kind of content is changed, replaced or deleted, whatever the access rules allow', async () => {
    for (const [kind, iri] of Object.entries(await aSite())) {
      const before = (await app.get(iri, admin)).text;
      for (const [as, status] of [
        ['anonymous', 401],
        ['user', 403],
      ] as const) {
        const answers = [
          await app.patch(iri, {}, { as }),
          await app.put(iri, {}, { as }),
          await app.delete(iri, { as }),
        ];
        expect([kind, as, answers.map((answer) => answer.status)]).toEqual([kind, as, Array(3).fill(status)]);
        if (as === 'user') expect(answers.map(({ body }) => body.detail)).toEqual(answers.map(() => REFUSED));
      }
      expect((await app.get(iri, admin)).text).toBe(before);
    }
  });

  test('no kind of content is created, by POST, generation, upload or duplicate', async () => {
    const { page, title, story } = await aSite();
    const requests = [
      ['/_/layouts', { reference: 'x', uiComponent: 'x' }],
      ['/_/pages', { reference: 'x', title: 'x' }],
      ['/_/routes', { path: '/x', page }],
      ['/_/routes/generate', { page }],
      ['/_/component_groups', { reference: 'x', location: 'x' }],
      ['/_/component_positions', {}],
      ['/component/titles', { title: 'x' }],
      ['/component/forms', {}],
      ['/component/collections', {}],
      ['/page_data/nested_page_datas', {}],
      [`${title}/duplicate`, {}],
      [`${story}/duplicate`, {}],
    ] as const;
    for (const [path, body] of requests) {
      expect([path, (await app.post(path, body, user)).status]).toEqual([path, 403]);
      expect([path, (await app.post(path, body)).status]).toEqual([path, 401]);
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\na\r\n--b--\r\n';
    expect((await app.post('/component/images/upload', file, { ...user, headers })).status).toBe(403);
    expect((await app.get('/_/layouts?perPage=100', admin)).text).not.toContain('"reference":"x"');
  });

  test('nothing is moved, sorted or published', async () => {
    const { group, position, title } = await aSite();
    expect((await app.patch(position, { sortValue: 7 }, user)).status).toBe(403);
    expect((await app.patch(position, { componentGroup: group }, user)).status).toBe(403);
    const { '@id': draft } = await app.create('/component/titles', { title: 'Later', publishedAt: null });
    expect((await app.patch(draft, { publishedAt: 'now' }, user)).status).toBe(404);
    expect((await app.patch(title, { publishedAt: null }, user)).status).toBe(403);
  });

  test('a missing record results in 404', async () => {
    const nowhere = `/component/titles/${randomUUID()}`;
    expect((await app.patch(nowhere, {}, user)).status).toBe(404);
    expect((await app.delete(nowhere)).status).toBe(404);
  });

  test('a batch with a write of content is rejected as a whole', async () => {
    const operations = [
      { id: 'box', method: 'POST', path: '/component/boxes', body: { label: 'in a batch' } },
      { id: 'title', method: 'POST', path: '/component/titles', body: { title: 'x' } },
    ];
    expect((await app.post('/_/batch', { operations }, user)).status).toBe(403);
    expect((await app.get('/component/boxes', admin)).text).not.toContain('in a batch');
    expect((await app.post('/_/batch', { operations }, admin)).status).toBe(200);
  });

  test('reading is unaffected', async () => {
    const site = await aSite();
    for (const iri of Object.values(site)) expect((await app.get(iri, user)).status).toBe(200);
  });
});

describe('a permission of a type', () => {
  test('replaces the global one', async () => {
    const made = await app.post('/component/notes', { text: 'mine' }, user);
    expect(made.status).toBe(201);
    expect((await app.post('/component/notes', { text: 'mine' })).status).toBe(401);
    expect((await app.delete(made.body['@id'], user)).status).toBe(204);
  });

  test('set to none allows every caller that passes the access rules', async () => {
    for (const options of [user, {}]) {
      const { status, body } = await app.post('/component/boxes', { label: 'x' }, options);
      expect(status).toBe(201);
      expect((await app.patch(body['@id'], { label: 'y' }, options)).status).toBe(200);
      expect((await app.delete(body['@id'], options)).status).toBe(204);
    }
  });

  test('does not affect records and site parameters', async () => {
    expect((await app.post('/_/site_config_parameters', { key: 'a', value: 'b' }, user)).status).toBe(403);
    expect((await app.post('/_/site_config_parameters', { key: 'a', value: 'b' }, admin)).status).toBe(201);
  });
});

describe('an access token', () => {
  test('has the permission of its owner, with or without drafts', async () => {
    const owner = await anOwner(app, 'ROLE_ADMIN');
    for (const scopes of [
      ['create:Title', 'publish:Title'],
      ['create:Title', 'publish:Title', 'drafts'],
    ]) {
      const { by } = await aToken(app, scopes, { owner: owner.iri });
      expect((await app.post('/component/titles', { title: 'x', publishedAt: 'now' }, by)).status).toBe(201);
    }
  });

  test('of an owner without the permission writes no content', async () => {
    const owner = await anOwner(app, 'ROLE_USER');
    const { by } = await aToken(app, ['*', 'drafts'], { owner: owner.iri });
    expect((await app.post('/component/titles', { title: 'x' }, by)).status).toBe(403);
    expect((await app.post('/component/boxes', { label: 'x' }, by)).status).toBe(201);
  });
});

describe('the documentation for callers', () => {
  test('includes what they can write in the model of the admin', async () => {
    const of = async (as: 'admin' | 'user', name: string) => {
      const { types } = (await app.get('/admin/model', { as })).body;
      return types.find((type: { name: string }) => type.name === name)?.may;
    };
    const none = { create: false, update: false, delete: false };
    const all = { create: true, update: true, delete: true };
    expect(await of('user', 'Title')).toMatchObject({ read: true, ...none });
    expect(await of('user', 'Page')).toMatchObject(none);
    expect(await of('user', 'Box')).toMatchObject(all);
    expect(await of('admin', 'Title')).toMatchObject(all);
  });

  test('has 401 and 403 for every write of content', async () => {
    const { paths } = (await app.get('/docs.jsonopenapi')).body;
    const writes = Object.entries<object>(paths)
      .filter(([path]) =>
        /^(\/_api)?\/(_\/(layouts|pages|routes|component_)|page_data\/|component\/)/.test(path),
      )
      .flatMap(([path, item]) =>
        ['post', 'put', 'patch', 'delete'].flatMap((method) => {
          const operation = (item as Record<string, { responses: object } | undefined>)[method];
          return operation === undefined || path.endsWith('/submit') ? [] : [{ path, method, operation }];
        }),
      );
    expect(writes.length).toBeGreaterThan(30);
    for (const { path, method, operation } of writes)
      expect([path, method, Object.keys(operation.responses)]).toEqual([
        path,
        method,
        expect.arrayContaining(['401', '403']),
      ]);
  });
});

describe('a permission that administrators do not have', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startTestApp({ config: { publishable: { permission: "is_granted('ROLE_EDITOR')" } } });
  });
  afterAll(() => other.close());

  test('is required from them too', async () => {
    expect((await other.post('/_/layouts', { reference: 'x', uiComponent: 'x' }, admin)).status).toBe(403);
  });

  test('is granted to the role that it names', async () => {
    const owner = await anOwner(other, 'ROLE_EDITOR');
    const { by } = await aToken(other, ['*'], { owner: owner.iri });
    expect((await other.post('/_/layouts', { reference: 'x', uiComponent: 'x' }, by)).status).toBe(201);
  });
});

describe('cms check', () => {
  test('reports who could write which content before, and what to do', () => {
    const notices = previousWriterNotices(app.app);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/^Visitors can no longer write .*Page, .*Title: /);
    expect(notices[0]).toContain('"x-editing-permission": false');
    expect(notices[0]).not.toMatch(/\b(Article|Box|User|SiteConfigParameter)\b/);
  });

  test('names the roles in the access rules and no others', async () => {
    const writes = { path: '^/component/titles', methods: ['POST'], roles: 'ROLE_AUTHOR' };
    const closed = { path: '^/', methods: ['POST', 'PUT', 'PATCH', 'DELETE'], roles: 'ROLE_ADMIN' };
    const other = await startTestApp({ config: { access_control: [writes, closed] } });
    expect(previousWriterNotices(other.app)).toEqual([
      expect.stringMatching(/^Accounts with ROLE_AUTHOR can no longer write Title: /),
    ]);
    await other.close();
  });
});
