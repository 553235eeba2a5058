import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScaffoldStore } from '../../../runtime/console/open-application.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { resource } from '../../../runtime/scaffold/scaffold-resource.js';
import { defineScaffold, loadScaffold } from '../../../runtime/scaffold/scaffold.js';
import type { Site } from '../../../runtime/scaffold/site-builder.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';
import { cascadeManifest } from '../cascades/types.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ manifest: cascadeManifest });
});
afterAll(() => app.close());

async function load(declare: (site: Site) => void | Promise<void>): Promise<string> {
  const store = await openScaffoldStore(app.app, SILENT_LOGGER);
  return (await loadScaffold(defineScaffold(declare), { store, admin: null })).report;
}

const read = (path: string): Promise<TestResponse> => app.get(path, { as: 'admin' });
const PUBLISHED = new Date('2024-01-01T00:00:00Z');

/** A page whose group contains these components. */
function placed(site: Site, name: string, ...components: readonly ReturnType<typeof resource>[]): void {
  site.layout('main', 'Primary');
  site.page(name, 'Primary', 'main', { route: `/${name}` }).group('primary', (group) => {
    for (const component of components) group.add(component);
  });
}

/** Returns the only record of a type whose text member has this value. */
async function found(path: string, member: string, value: string): Promise<Record<string, unknown>> {
  const { body } = await read(`${path}?itemsPerPage=100`);
  const members = body.member as Record<string, unknown>[];
  const matching = members.filter((record) => record[member] === value);
  expect(matching).toHaveLength(1);
  return matching[0] ?? {};
}

describe('site.complete', () => {
  const declare = (site: Site): void => {
    const link = resource('NavigationLink', { label: 'Late', publishedAt: PUBLISHED });
    placed(site, 'late', link);
    site.afterRoutes(async () => site.complete(link, { route: await site.getRoute('late') }));
  };

  test('gives a component its route before it is stored, as its rules require', async () => {
    await load(declare);
    expect(await found('/component/navigation_links', 'label', 'Late')).toMatchObject({ url: '/late' });
  });

  test('does not change existing content', async () => {
    const before = (await read('/component/navigation_links')).body;
    expect(await load(declare)).toMatch(/created nothing;/);
    expect((await read('/component/navigation_links')).body).toEqual(before);
  });

  test('closes a cycle of components that reference each other', async () => {
    await load((site) => {
      const one = resource('Twin');
      const other = resource('Twin', { other: one });
      placed(site, 'twins', one, other);
      site.complete(one, { other });
    });
    const { body } = await read('/component/twins');
    const twins = body.member as { '@id': string; other: string }[];
    expect(twins.map(({ other }) => other).sort()).toEqual(twins.map((twin) => twin['@id']).sort());
  });

  test('references pages by their reference, in this load or before it', async () => {
    await load((site) => placed(site, 'bookmarked'));
    await load((site) => {
      const mark = resource('Bookmark', { uiComponent: 'Named' });
      placed(site, 'named', mark);
      site.afterRoutes(async () => site.complete(mark, { page: await site.getPage('bookmarked') }));
    });
    const page = await found('/_/pages', 'reference', 'bookmarked');
    const mark = await found('/component/bookmarks', 'uiComponent', 'Named');
    expect(mark['page']).toBe(page['@id']);
  });
});

describe('site.draft', () => {
  const declare = (site: Site): void => {
    const article = resource('Article', { headline: 'Out', body: 'Text', publishedAt: PUBLISHED });
    placed(site, 'drafted', article);
    site.component(article).group('inner');
    site.draft(article, { headline: 'Coming', publishedAt: new Date('2099-01-01T00:00:00Z') });
  };

  test('stores a draft with the members and groups of the published version except those that it names', async () => {
    expect(await load(declare)).toContain('2 components');
    const draft = await found('/component/articles', 'headline', 'Coming');
    expect(draft).toMatchObject({ body: 'Text', publishedAt: '2099-01-01T00:00:00+00:00' });
    const published = (await read(`${String(draft['publishedResource'])}?published=true`)).body;
    expect(published).toMatchObject({ headline: 'Out', componentGroups: draft['componentGroups'] });
    expect(draft['componentGroups']).toHaveLength(1);
  });

  test('stores no draft of existing content', async () => {
    expect(await load(declare)).toMatch(/created nothing;/);
  });
});

describe('a scaffold', () => {
  test('sets the live date of a redirect, and stores front end members unchanged', async () => {
    await load((site) => {
      site.layout('bare', '').ui({ uiComponent: 'Bare', uiClassNames: 'one two' });
      const page = site.page('exact', '', 'bare', { route: '/exact', routeName: 'exact' });
      page.title(null).ui({ uiComponent: 'Exact', uiClassNames: ['one', 'two'] });
      site.redirect('/soon', 'exact', { name: 'soon', liveAt: new Date('2099-01-01T00:00:00Z') });
      site.redirect('/never', 'exact', { liveAt: null });
      site.redirect('/now', 'exact', 'now');
    });
    expect(await found('/_/layouts', 'reference', 'bare')).toMatchObject({
      ...{ uiComponent: 'Bare', uiClassNames: 'one two' },
    });
    const page = await found('/_/pages', 'reference', 'exact');
    expect(page).toMatchObject({ uiComponent: 'Exact', uiClassNames: ['one', 'two'] });
    expect(page['title']).toBeUndefined();
    expect((await read('/_/routes//soon')).body).toMatchObject({
      ...{ name: 'soon', liveAt: '2099-01-01T00:00:00+00:00', redirectPath: '/exact' },
    });
    expect((await read('/_/routes//never')).body).toMatchObject({ name: 'never' });
    expect((await app.get('/_/routes//never')).status).toBe(404);
    expect((await app.get('/_/routes//now')).status).toBe(200);
  });

  test('stores page data after its template, wherever that is declared', async () => {
    await load((site) => {
      site.layout('main', 'Primary');
      const data = resource('StoryData', { title: 'Behind', publishedAt: PUBLISHED });
      site.pageData(data, { template: 'inner-template', route: '/behind' });
      site.page('above', 'Primary', 'main', { route: '/above' }).nested(() => {
        site.page('inner-template', 'Primary', 'main', { isTemplate: true });
      });
    });
    expect((await read('/_/routes//behind')).status).toBe(200);
  });

  test('reports a reference without a page', async () => {
    const loading = load(async (site) => void (await site.getPage('nowhere')));
    await expect(loading).rejects.toThrow(
      'There is no page with the reference "nowhere". Did you call flush() before getPage()?',
    );
  });

  test('reports page data that is referenced before it is stored', async () => {
    const loading = load((site) => {
      site.layout('main', 'Primary');
      site.page('review-template', 'Primary', 'main', { isTemplate: true });
      const subject = resource('StoryData', { title: 'Early' });
      site.pageData(resource('ReviewData', { title: 'First', lead: subject }), {
        template: 'review-template',
      });
      site.pageData(subject, { template: 'review-template' });
    });
    await expect(loading).rejects.toThrow('A StoryData record is referred to before it is stored.');
  });
});
