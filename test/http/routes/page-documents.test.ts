import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSampleSite } from '../../support/sample-site.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite } from './site.js';

type Caller = 'anonymous' | 'user' | 'admin';
const CALLERS: readonly Caller[] = ['anonymous', 'user', 'admin'];
interface Node {
  readonly iri: string;
  readonly children: readonly Node[];
}
type Document = Readonly<Record<string, unknown>> & { readonly '@id': string };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await loadSampleSite(app);
});
afterAll(() => app.close());

const flat = ({ iri, children }: Node): readonly string[] => [iri, ...children.flatMap(flat)];
const manifestOf = (id: string, as: Caller, query = '') =>
  app.get(`/_/resource_manifest/${id}${query}`, { as });
/** Returns the page as it is computed for one visitor; partial responses are not cached. */
const computed = (path: string) =>
  app.get(`/_/resource_manifest/${path}?embed=documents`, {
    as: 'anonymous',
    headers: { range: 'bytes=0-' },
  });

/** Returns the `path` header that a front end sends for a depth: its route, or the page data without one. */
function pageOf({ iri, children }: Node): string | undefined {
  const top = [iri, ...children.map((child) => child.iri)];
  const route = top.find((one) => one.includes('/_/routes/'))?.split('/_/routes/')[1];
  return route ?? top.find((one) => one.includes('/page_data/'));
}

/** Returns what a front end gets that requests every resource of a manifest separately, on the page of its depth. */
async function oneByOne(
  depths: readonly Node[],
  paths: readonly (string | undefined)[],
  as: Caller,
): Promise<readonly unknown[]> {
  const met = new Set<string>();
  const documents: unknown[] = [];
  for (const [index, depth] of depths.entries()) {
    const path = paths[index];
    for (const iri of flat(depth)) {
      if (met.has(iri)) continue;
      met.add(iri);
      const headers = path === undefined ? {} : { path };
      const { status, body } = await app.get(iri.replace(app.config.apiPrefix, ''), { as, headers });
      if (status === 200) documents.push(body);
    }
  }
  return documents;
}

const routes = async (): Promise<readonly string[]> => {
  const { body } = await app.get('/_/routes?perPage=100', { as: 'admin' });
  return body.member.map(({ path }: { readonly path: string }) => path);
};

describe('GET /_/resource_manifest/{id}?embed=documents', () => {
  test.each(CALLERS)(
    'returns for %s every resource of every page of the sample site as its own GET does',
    async (as) => {
      for (const path of await routes()) {
        const { status, body } = await manifestOf(path, as, '?embed=documents');
        const plain = await manifestOf(path, as);
        expect([path, status]).toEqual([path, plain.status]);
        if (status !== 200) continue;
        const { documents, ...manifest } = body;
        expect(manifest).toEqual(plain.body);
        const depths: readonly Node[] = manifest.resource_iris;
        const requested = await oneByOne(depths, depths.map(pageOf), as);
        expect(documents).toEqual(requested);
        if (as !== 'anonymous') continue;
        // Its previous content is read before it is known what it shows.
        for (const again of [await computed(path), await computed(path)])
          expect(again.body).toEqual({ ...manifest, documents: requested });
      }
    },
  );

  describe('of a page that was requested before', () => {
    const idsIn = (body: { readonly documents: readonly Document[] }): readonly string[] =>
      body.documents.map(({ '@id': iri }) => iri);
    const below = (iri: string): string => iri.replace(app.config.apiPrefix, '');
    /** Expects the page to contain the responses of its resources one by one, and the entries of its manifest. */
    const expectWhole = async (path: string): Promise<readonly string[]> => {
      const { body } = await computed(path);
      const depths: readonly Node[] = (await manifestOf(path, 'admin')).body.resource_iris;
      expect(body.resource_iris).toEqual((await manifestOf(path, 'anonymous')).body.resource_iris);
      const visible: readonly Node[] = body.resource_iris;
      expect(body.documents).toEqual(await oneByOne(visible, depths.map(pageOf), 'anonymous'));
      return idsIn(body);
    };

    test('shows what was added, and nothing that was removed', async () => {
      const site = createSite(app);
      const page = await site.page();
      await site.route({ path: '/comes-and-goes', page: page['@id'] });
      const group = await site.group({ pages: [page['@id']] });
      const first = await site.html(group);
      expect(await expectWhole('/comes-and-goes')).toContain(first['@id']);
      const second = await site.html(group);
      expect(await expectWhole('/comes-and-goes')).toEqual(
        expect.arrayContaining([first['@id'], second['@id']]),
      );
      await app.delete(below(first['@id']), { as: 'admin' });
      const left = await expectWhole('/comes-and-goes');
      expect([left.includes(first['@id']), left.includes(second['@id'])]).toEqual([false, true]);
      const other = await site.group({ pages: [page['@id']] });
      const third = await site.html(other);
      expect(await expectWhole('/comes-and-goes')).toContain(third['@id']);
    });

    test('shows the page to which its address leads now', async () => {
      const site = createSite(app);
      const [old, next] = [await site.page(), await site.page()];
      const text = await site.html(await site.group({ pages: [next['@id']] }));
      const route = await site.route({ path: '/leads-elsewhere', page: old['@id'] });
      expect(await expectWhole('/leads-elsewhere')).toContain(old['@id']);
      await app.delete(below(route['@id']), { as: 'admin' });
      expect((await computed('/leads-elsewhere')).status).toBe(404);
      await site.route({ path: '/leads-elsewhere', page: next['@id'] });
      const shown = await expectWhole('/leads-elsewhere');
      expect([shown.includes(old['@id']), shown.includes(text['@id'])]).toEqual([false, true]);
    });

    test('runs no more statements than the first time, before and after a change', async () => {
      const site = createSite(app);
      const page = await site.page();
      await site.route({ path: '/read-ahead', page: page['@id'] });
      const group = await site.group({ pages: [page['@id']] });
      const first = await site.html(group);
      await site.html(group);
      const count = async (): Promise<number> => {
        app.takeStatements();
        await computed('/read-ahead');
        return app.takeStatements().length;
      };
      const once = await count();
      expect(await count()).toBe(once);
      await app.delete(below(first['@id']), { as: 'admin' });
      await count();
      expect(await count()).toBe(once);
    });
  });

  test('shows administrators drafts where visitors see published versions, without duplicates', async () => {
    const site = createSite(app);
    const page = await site.page();
    await site.route({ path: '/with-draft', page: page['@id'] });
    const group = await site.group({ pages: [page['@id']] });
    const published = await site.html(group, { html: '<p>Old</p>' });
    await app.patch(
      published['@id'].replace(app.config.apiPrefix, ''),
      { html: '<p>New</p>' },
      { as: 'admin' },
    );
    for (const [as, html] of [
      ['anonymous', '<p>Old</p>'],
      ['admin', '<p>New</p>'],
    ] as const) {
      const { body } = await manifestOf('/with-draft', as, '?embed=documents');
      const documents: readonly Document[] = body.documents;
      expect(documents.filter(({ html: text }) => text !== undefined)).toEqual([
        expect.objectContaining({ html }),
      ]);
      expect(new Set(documents.map(({ '@id': iri }) => iri)).size).toBe(documents.length);
    }
  });

  test('resolves positions of a template on the requested page', async () => {
    const site = createSite(app);
    const template = await site.template();
    const group = await site.group({ pages: [template['@id']] });
    const text = await site.html();
    const article = await site.article({ page: template['@id'], htmlContent: text['@id'] });
    await site.route({ path: '/resolved', pageData: article['@id'] });
    const position = await app.create('/_/component_positions', {
      componentGroup: group['@id'],
      pageDataClass: 'BlogArticleData',
      pageDataProperty: 'htmlContent',
    });
    const { body } = await manifestOf('/resolved', 'anonymous', '?embed=documents');
    const documents: readonly Document[] = body.documents;
    expect(documents).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ '@id': position['@id'], component: text['@id'] }),
        expect.objectContaining({ '@id': text['@id'] }),
      ]),
    );
  });

  test('runs as many statements for ten components of a type as for two', async () => {
    const site = createSite(app);
    const countOf = async (components: number): Promise<number> => {
      const page = await site.page();
      await site.route({ path: `/with-${components}`, page: page['@id'] });
      const group = await site.group({ pages: [page['@id']] });
      for (let index = 0; index < components; index += 1) await site.html(group);
      await manifestOf(`/with-${components}`, 'user', '?embed=documents');
      app.takeStatements();
      await manifestOf(`/with-${components}`, 'user', '?embed=documents');
      return app.takeStatements().length;
    };
    expect(await countOf(10)).toBe(await countOf(2));
  });

  test('has the cache tags of all of them, so changing one component invalidates it', async () => {
    const site = createSite(app);
    const page = await site.page();
    await site.route({ path: '/tagged', page: page['@id'] });
    const group = await site.group({ pages: [page['@id']] });
    const text = await site.html(group);
    const read = () => manifestOf('/tagged', 'anonymous', '?embed=documents');
    const htmlOf = async (): Promise<unknown> =>
      ((await read()).body.documents as readonly Document[]).find(({ '@id': iri }) => iri === text['@id'])
        ?.html;
    expect(await htmlOf()).toBe('<p>Text</p>');
    await app.patch(
      `${text['@id'].replace(app.config.apiPrefix, '')}?published=true`,
      { html: '<p>Changed</p>' },
      { as: 'admin' },
    );
    await app.patch(
      text['@id'].replace(app.config.apiPrefix, ''),
      { html: '<p>Changed</p>', publishedAt: '2020-01-02T00:00:00Z' },
      { as: 'admin' },
    );
    expect(await htmlOf()).toBe('<p>Changed</p>');
  });

  test('results in 400 for another value', async () => {
    expect((await manifestOf('/', 'anonymous', '?embed=everything')).status).toBe(400);
  });
});
