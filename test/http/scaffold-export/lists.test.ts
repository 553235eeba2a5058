import { expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { linkedTypes } from '../lists/linked-types.js';
import { exportOf } from './exported-site.js';

async function anApp(): Promise<TestApp> {
  const app = await startTestApp({ manifest: linkedTypes });
  onTestFinished(() => app.close());
  return app;
}

const admin = { as: 'admin' } as const;

/** Creates a page whose group contains these components. */
async function placed(app: TestApp, components: readonly string[]): Promise<void> {
  const layout = await app.create('/_/layouts', { reference: 'main', uiComponent: 'Primary' });
  const page = await app.create('/_/pages', {
    reference: 'home',
    title: 'Home',
    uiComponent: 'Primary',
    isTemplate: false,
    layout: layout['@id'],
  });
  const group = await app.create('/_/component_groups', {
    reference: 'home_primary',
    location: 'primary',
    pages: [page['@id']],
  });
  for (const [sortValue, component] of components.entries())
    await app.create('/_/component_positions', { componentGroup: group['@id'], component, sortValue });
}

/** Returns the titles in the list of the only record of a type. */
async function titles(app: TestApp, path: string): Promise<unknown> {
  const [record] = (await app.get(path, admin)).body.member;
  const books = record.books as string[];
  return Promise.all(books.map(async (iri) => (await app.get(iri, admin)).body.title));
}

test('a many-to-many list is exported and loaded in its order, including that of a draft', async () => {
  const site = await anApp();
  const books: string[] = [];
  for (const title of ['a', 'b', 'c', 'd'])
    books.push(
      (await site.create('/component/books', { title, publishedAt: '2024-01-01T00:00:00Z' }))['@id'],
    );
  const [a, b, c, d] = books;
  const shelf = await site.create('/component/shelves', { books: [c!, a!, d!, b!] });
  const display = await site.create('/component/displays', {
    books: [d!, c!, b!],
    publishedAt: '2024-01-01T00:00:00Z',
  });
  await site.patch(display['@id'], { books: [b!, d!, c!] }, admin);
  await placed(site, [...books, shelf['@id'], display['@id']]);

  const copy = await anApp();
  const exported = await exportOf(site);
  expect(exported.gaps).toEqual([]);
  await exported.load(copy);
  for (const app of [site, copy]) {
    expect(await titles(app, '/component/shelves')).toEqual(['c', 'a', 'd', 'b']);
    expect(await titles(app, '/component/displays')).toEqual(['b', 'd', 'c']);
    expect(await titles(app, '/component/displays?published=true')).toEqual(['d', 'c', 'b']);
  }
});
