import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSampleSite } from '../../support/sample-site.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';

interface ManifestNode {
  readonly iri: string;
  readonly children: readonly ManifestNode[];
}

let site: TestApp;

beforeAll(async () => {
  site = await startTestApp();
  await loadSampleSite(site);
});
afterAll(() => site.close());

function flatten(node: ManifestNode): string[] {
  return [node.iri, ...node.children.flatMap(flatten)];
}

describe('the sample site', () => {
  test('serves every resource of its home page to an anonymous visitor', async () => {
    const manifest = await site.get('/_/resource_manifest//');
    const iris = (manifest.body.resource_iris as ManifestNode[]).flatMap(flatten);
    expect(iris.length).toBeGreaterThan(15);
    for (const iri of iris) {
      const answer = await site.get(iri, { headers: { path: '/' } });
      expect([iri, answer.status]).toEqual([iri, 200]);
      expect(answer.body).toMatchObject({ '@id': iri, _metadata: { persisted: true } });
    }
  });

  test('shows an administrator the draft that a visitor does not see', async () => {
    const visitor = await site.get('/component/html_contents');
    const admin = await site.get('/component/html_contents', { as: 'admin' });
    const draftsOf = (members: readonly { readonly publishedAt?: string }[]): number =>
      members.filter(({ publishedAt }) => publishedAt === undefined).length;
    expect(draftsOf(visitor.body.member)).toBe(0);
    expect(draftsOf(admin.body.member)).toBe(1);
  });

  test('redirects a nested topic to its first chapter', async () => {
    const topic = await site.get('/_/routes//topic-1');
    expect(topic.body).toMatchObject({ path: '/topic-1', redirectPath: '/topic-1/chapter-1' });
  });

  test('lists the articles of the blog through its Collection component', async () => {
    const { body } = await site.get('/component/collections');
    const list = await site.get(body.member[0]['@id']);
    expect(list.body.collection).toMatchObject({ totalItems: 3 });
  });

  test('does not change when it is loaded again', async () => {
    const count = async (): Promise<unknown[]> =>
      Promise.all(
        ['/_/pages', '/_/routes', '/_/component_positions', '/component/titles'].map(
          async (path) => (await site.get(path, { as: 'admin' })).body.totalItems,
        ),
      );
    const before = await count();
    await loadSampleSite(site);
    expect(await count()).toEqual(before);
  });
});
