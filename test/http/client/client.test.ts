import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, createClient, ValidationError, type Client } from '../../../generated/client/index.js';
import { ExampleFormType } from '../../../generated/client/forms.js';
import { Form, HtmlContent, Image, Page, Title } from '../../../generated/client/resources.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite } from '../routes/site.js';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startTestApp();
  await loadSampleSite(app);
  client = createClient({ baseUrl: app.origin + app.config.apiPrefix, fetch: withCookies() });
});
afterAll(() => app.close());

/** Stores and sends cookies as a browser does. */
function withCookies(): typeof fetch {
  const jar = new Map<string, string>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(input, { ...init, headers });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
}

describe('a visitor with the generated client', () => {
  test('is anonymous, and gets an error with the status for forbidden writes', async () => {
    expect(await client.me()).toBeNull();
    const refused = client.create(Title, { title: 'No' });
    await expect(refused).rejects.toThrow(ApiError);
    await expect(refused).rejects.toMatchObject({ status: 401, isSignedOut: true });
  });

  test('gets a page as a tree of its route, page, layout, groups, positions and components', async () => {
    const { depths, documents, redirectPath } = await client.page('/');
    const [home] = depths;
    expect({ depths: depths.length, redirectPath }).toEqual({ depths: 1, redirectPath: undefined });
    expect(home).toMatchObject({
      route: { path: '/' },
      page: { '@type': 'Page' },
      layout: { '@type': 'Layout' },
    });
    const shown = [...(home?.layoutGroups ?? []), ...(home?.groups ?? [])].flatMap(({ group, positions }) =>
      positions.map(({ position, component }) => [
        group['@id'],
        position.componentGroup,
        component?.['@type'],
      ]),
    );
    expect(shown.length).toBeGreaterThan(1);
    for (const [group, own] of shown) expect(own).toBe(group);
    expect(shown.map(([, , type]) => type)).toEqual(
      expect.arrayContaining(['NavigationLink', 'HtmlContent']),
    );
    expect(documents.size).toBeGreaterThan(shown.length);
  });

  test('gets page data with its template, below its parent page', async () => {
    const site = createSite(app);
    const template = await site.template();
    const group = await site.group({ pages: [template['@id']] });
    await app.create('/_/component_positions', {
      componentGroup: group['@id'],
      pageDataClass: 'BlogArticleData',
      pageDataProperty: 'htmlContent',
    });
    const text = await site.html();
    const article = await site.article({ page: template['@id'], htmlContent: text['@id'], title: 'Nested' });
    await site.route({ path: '/client/nested', pageData: article['@id'] });
    const { depths } = await client.page('/client/nested');
    const depth = depths.at(-1);
    expect(depth).toMatchObject({ pageData: { title: 'Nested' }, page: { '@id': template['@id'] } });
    const component = depth?.groups[0]?.positions[0]?.component;
    expect(component?.['@type'] === 'HtmlContent' ? component.html : undefined).toBe('<p>Text</p>');
  });

  test('receives the new path of a page that has moved', async () => {
    const site = createSite(app);
    const page = await site.page();
    const target = await site.route({ path: '/client/new', page: page['@id'] });
    await site.route({ path: '/client/old', name: 'client-old', redirect: target['@id'] });
    expect(await client.page('/client/old')).toMatchObject({ redirectPath: '/client/new' });
    await expect(client.page('/client/nowhere')).rejects.toMatchObject({ status: 404 });
  });

  test('reads a page by its id', async () => {
    const site = createSite(app);
    const page = await site.page();
    await site.route({ path: '/client/by-id', page: page['@id'] });
    const { documents } = await client.page(String(page['@id']).split('/').at(-1) ?? '');
    expect([...documents.keys()]).toContain(page['@id']);
  });

  test('reads a page by its URL, whose query applies to its Collections', async () => {
    const found = async (path: string): Promise<unknown> => {
      const { documents } = await client.page(path);
      return [...documents.values()].filter((document) => document['@type'] === 'Collection');
    };
    expect(await found('/blog-articles')).toMatchObject([
      { collection: { member: expect.arrayContaining([expect.anything()]) } },
    ]);
    expect(await found('/blog-articles?page=99#top')).toMatchObject([{ collection: { member: [] } }]);
    await expect(client.page('/nothing?x=1')).rejects.toMatchObject({ status: 404 });
    await expect(client.page('/%E0%A4%A')).rejects.toMatchObject({ status: 404 });
  });

  test('reads a list to its end, filtered and sorted', async () => {
    const titles: unknown[] = [];
    for await (const page of client.all(Page, {
      perPage: 2,
      order: { reference: 'asc' },
      filter: { isTemplate: false },
    }))
      titles.push(page.reference);
    const { totalItems, member } = await client.list(Page, { perPage: 100, filter: { isTemplate: false } });
    expect(titles).toHaveLength(totalItems);
    expect(new Set(titles)).toEqual(new Set(member.map(({ reference }) => reference)));
  });

  test('submits a form, and gets its tree with the errors if it is rejected', async () => {
    const { member } = await client.list(Form);
    const form = member[0]?.['@id'] ?? '';
    const refused = await client
      .submit(ExampleFormType, form, { example_form: {} } as never)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ValidationError);
    expect(refused).toMatchObject({
      body: {
        '@type': 'Form',
        formView: {
          children: expect.arrayContaining([
            expect.objectContaining({
              vars: expect.objectContaining({ name: 'name', errors: [expect.any(String)] }),
            }),
          ]),
        },
      },
    });
  });
});

describe('a program with the generated client, without a browser', () => {
  const fresh = (cookie?: string) =>
    createClient({ baseUrl: app.origin + app.config.apiPrefix, ...(cookie === undefined ? {} : { cookie }) });

  test('keeps the session from login to logout, separately for each client', async () => {
    const program = fresh();
    await program.login('admin', 'admin');
    expect(await program.me()).toMatchObject({ username: 'admin' });
    expect(await program.create(Title, { title: 'By a program' })).toMatchObject({ title: 'By a program' });
    expect(await fresh().me()).toBeNull();
    await program.logout();
    expect(await program.me()).toBeNull();
  });

  test('continues with the session that the API renewed, and keeps its other cookies', async () => {
    const sent: (string | null)[] = [];
    const answers = ['session=renewed; Max-Age=60; path=/', 'session=x; max-age=0', undefined];
    const program = createClient({
      baseUrl: 'http://localhost/api',
      cookie: 'session=first; theme=dark;',
      fetch: async (_address, init) => {
        sent.push(new Headers(init?.headers).get('cookie'));
        const cookie = answers.shift();
        return new Response('{}', { headers: cookie === undefined ? {} : { 'set-cookie': cookie } });
      },
    });
    for (let count = 0; count < 3; count += 1) await program.me();
    expect(sent).toEqual(['session=first; theme=dark', 'session=renewed; theme=dark', 'theme=dark']);
  });
});

describe('an administrator with the generated client', () => {
  beforeAll(() => client.login('admin', 'admin'));
  afterAll(() => client.logout());

  test('is signed in by name, and anonymous after signing out', async () => {
    expect(await client.me()).toMatchObject({ username: 'admin' });
  });

  test('creates, changes, publishes, unpublishes and deletes a component', async () => {
    const created = await client.create(HtmlContent, { html: '<p>One</p>' });
    const iri = created['@id'];
    expect(created._metadata.publishable.published).toBe(false);
    expect(await client.update(HtmlContent, iri, { html: '<p>Two</p>' })).toMatchObject({
      html: '<p>Two</p>',
    });
    const published = await client.publish(HtmlContent, iri);
    expect(published._metadata.publishable.published).toBe(true);
    const offline = await client.unpublish(HtmlContent, published['@id']);
    expect(offline._metadata.publishable.published).toBe(false);
    await client.delete(HtmlContent, offline['@id']);
    await expect(client.get(HtmlContent, offline['@id'])).rejects.toMatchObject({ status: 404 });
  });

  test('gets the violations of a body by member', async () => {
    const refused = await client.create(Page, { isTemplate: false }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ValidationError);
    if (!(refused instanceof ValidationError)) return;
    expect(refused.of('reference')).toHaveLength(1);
    expect(refused.of('nothing')).toEqual([]);
  });

  test('creates a record, submits a form and stores a file once per key, despite repeats', async () => {
    const once = () => ({ idempotencyKey: crypto.randomUUID() });
    const { totalItems: before } = await client.list(Title);
    const key = once();
    const title = await client.create(Title, { title: 'Once' }, key);
    expect((await client.create(Title, { title: 'Once' }, key))['@id']).toBe(title['@id']);
    expect((await client.list(Title)).totalItems).toBe(before + 1);
    await expect(client.create(Title, { title: 'Another' }, key)).rejects.toMatchObject({ status: 422 });
    const image = await client.create(Image, {});
    const files = { file: new File([GIF], 'dot.gif') };
    const upload = once();
    const stored = await client.upload(Image, image['@id'], files, upload);
    expect(await client.upload(Image, image['@id'], files, upload)).toEqual(stored);
    const sent = once();
    const request = () =>
      client.request<{ '@id': string }>('POST', '/component/titles', { body: { title: 'Raw' }, ...sent });
    expect((await request())['@id']).toBe((await request())['@id']);
  });

  test('uploads a file and gets its download URL', async () => {
    const image = await client.create(Image, {});
    const stored = await client.upload(Image, image['@id'], { file: new File([GIF], 'dot.gif') });
    expect(stored._metadata.mediaObjects?.file?.[0]).toMatchObject({ mimeType: 'image/gif' });
    expect(client.downloadUrl(Image, stored['@id'], 'file')).toBe(
      `${app.origin}${stored['@id']}/download/file`,
    );
  });
});
