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

/** What a front end names in the `path` header at a depth: its route, or the page data that has none. */
function pageOf({ iri, children }: Node): string | undefined {
  const top = [iri, ...children.map((child) => child.iri)];
  const route = top.find((one) => one.includes('/_/routes/'))?.split('/_/routes/')[1];
  return route ?? top.find((one) => one.includes('/page_data/'));
}

/** What a front end gets that asks for every resource of a manifest by itself, on the page of its depth. */
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
    'answers %s every resource of every page of the sample site as its own GET does',
    async (as) => {
      for (const path of await routes()) {
        const { status, body } = await manifestOf(path, as, '?embed=documents');
        const plain = await manifestOf(path, as);
        expect([path, status]).toEqual([path, plain.status]);
        if (status !== 200) continue;
        const { documents, ...manifest } = body;
        expect(manifest).toEqual(plain.body);
        const depths: readonly Node[] = manifest.resource_iris;
        expect(documents).toEqual(await oneByOne(depths, depths.map(pageOf), as));
      }
    },
  );

  test('shows administrators drafts where visitors see what is published, and nothing is there twice', async () => {
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

  test('resolves positions of a template on the page that is asked for', async () => {
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

  test('takes as many statements for ten components of a type as for two', async () => {
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

  test('carries the tags of all of them, so that a change of one component drops it', async () => {
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

  test('is 400 for another value', async () => {
    expect((await manifestOf('/', 'anonymous', '?embed=everything')).status).toBe(400);
  });
});
