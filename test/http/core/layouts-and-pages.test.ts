import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, startCoreApp, violations } from './core-app.js';
import type { CoreApp } from './core-app.js';

let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp();
});
afterAll(() => app.close());

describe('layouts', () => {
  test('require a unique reference and a component', async () => {
    expect(violations(await app.post('/_/layouts', {}, ADMIN))).toEqual([
      ['reference', 'Please enter a reference.'],
      ['uiComponent', 'You must define the uiComponent for this resource.'],
    ]);
    await app.aLayout({ reference: 'Twice' });
    const again = await app.post('/_/layouts', { reference: 'Twice', uiComponent: 'X' }, ADMIN);
    expect(violations(again)).toEqual([['reference', 'There is already a Layout with that reference.']]);
    expect(again.body.violations[0].code).toBe('23bd9dbf-6b9b-41cd-a99e-4844bcf3077f');
    for (const reference of ['twice', 'Twicé', 'Twice ']) await app.aLayout({ reference });
  });

  test('list their pages for administrators, and only pages can change the list', async () => {
    const layout = await app.aLayout();
    const page = await app.aPage({ layout: layout['@id'] });
    expect((await app.get(layout['@id'], ADMIN)).body.pages).toEqual([page['@id']]);
    for (const as of ['anonymous', 'user'] as const) {
      expect((await app.get(layout['@id'], { as })).body).not.toHaveProperty('pages');
      expect(JSON.stringify((await app.get('/_/layouts', { as })).body)).not.toContain(page['@id']);
    }
    expect((await app.patch(layout['@id'], { pages: [] }, { as: 'user' })).body).not.toHaveProperty('pages');
    expect((await app.patch(layout['@id'], { pages: [] }, ADMIN)).body.pages).toEqual([page['@id']]);
  });

  test('own the groups that they name', async () => {
    const [one, two] = [await app.aGroup(), await app.aGroup()];
    const layout = await app.aLayout({ componentGroups: [one['@id']] });
    expect((await app.get(one['@id'])).body.layouts).toEqual([layout['@id']]);
    const { body } = await app.patch(layout['@id'], { componentGroups: [two['@id']] }, ADMIN);
    expect(body.componentGroups).toEqual([two['@id']]);
    expect((await app.get(one['@id'])).body.layouts).toEqual([]);
  });

  test('in use by pages are not deleted; deleted ones delete their groups', async () => {
    const group = await app.aGroup();
    const layout = await app.aLayout({ componentGroups: [group['@id']] });
    const page = await app.aPage({ layout: layout['@id'] });
    const refused = await app.delete(layout['@id'], ADMIN);
    expect([refused.status, refused.body.detail]).toEqual([422, 'This layout is used by 1 pages.']);
    expect((await app.get(page['@id'])).body.layout).toBe(layout['@id']);
    expect((await app.delete(page['@id'], ADMIN)).status).toBe(204);
    expect((await app.delete(layout['@id'], ADMIN)).status).toBe(204);
    expect((await app.get(group['@id'])).status).toBe(404);
  });
});

describe('pages', () => {
  test('have a title by default and no null members', async () => {
    const page = await app.aPage();
    expect(page).toEqual({
      '@context': '/_api/contexts/Page',
      '@id': page['@id'],
      '@type': 'Page',
      title: 'Unnamed Page',
      reference: page.reference,
      uiComponent: 'PrimaryPage',
      isTemplate: false,
      isReachableWithoutRoute: false,
      layout: page.layout,
      componentGroups: [],
      createdAt: expect.any(String),
      modifiedAt: expect.any(String),
      _metadata: { persisted: true },
    });
    expect((await app.patch(page['@id'], { title: null }, ADMIN)).body.title).toBeUndefined();
  });

  test('with an existing reference result in 422', async () => {
    const page = await app.aPage();
    const other = await app.aPage();
    const response = await app.patch(other['@id'], { reference: page.reference }, ADMIN);
    expect(violations(response)).toEqual([['reference', 'There is already a Page with that reference.']]);
    expect((await app.patch(page['@id'], { reference: page.reference }, ADMIN)).status).toBe(200);
  });

  test('have componentGroups that are written on the group', async () => {
    const group = await app.aGroup();
    const page = await app.aPage({ componentGroups: [group['@id']] });
    expect(page.componentGroups).toEqual([]);
    const ignored = await app.patch(
      page['@id'],
      { componentGroups: [{ reference: 'x', location: 'y' }] },
      ADMIN,
    );
    expect([ignored.status, ignored.body.componentGroups]).toEqual([200, []]);
    await app.patch(group['@id'], { pages: [page['@id']] }, ADMIN);
    expect((await app.get(page['@id'])).body.componentGroups).toEqual([group['@id']]);
    await app.patch(group['@id'], { pages: [] }, ADMIN);
    expect((await app.get(page['@id'])).body.componentGroups).toEqual([]);
  });

  const ONE_PARENT = 'A page can only have one parent: either a Page or a PageData, not both.';
  const CYCLE = 'Setting this parent would create a circular reference.';

  test('have one parent at most', async () => {
    const [page, event] = [await app.aPage(), await app.anEvent()];
    const both = { parentPage: page['@id'], parentPageData: event['@id'] };
    for (const child of [await app.aPage(), await app.anEvent()]) {
      expect(violations(await app.patch(child['@id'], both, ADMIN))).toEqual([['', ONE_PARENT]]);
    }
  });

  test('with a cycle of parents result in 422, through pages and page data alike', async () => {
    const top = await app.aPage();
    const middle = await app.anEvent({ parentPage: top['@id'] });
    const bottom = await app.aPage({ parentPageData: middle['@id'] });
    expect(violations(await app.patch(top['@id'], { parentPage: top['@id'] }, ADMIN))).toEqual([
      ['parentPage', CYCLE],
    ]);
    expect(violations(await app.patch(top['@id'], { parentPage: bottom['@id'] }, ADMIN))).toEqual([
      ['parentPage', CYCLE],
    ]);
    expect(violations(await app.patch(top['@id'], { parentPageData: middle['@id'] }, ADMIN))).toEqual([
      ['parentPageData', CYCLE],
    ]);
    expect(violations(await app.patch(middle['@id'], { parentPage: bottom['@id'] }, ADMIN))).toEqual([
      ['parentPage', CYCLE],
    ]);
    expect(
      (await app.patch(bottom['@id'], { parentPageData: null, parentPage: top['@id'] }, ADMIN)).status,
    ).toBe(200);
  });

  test('lose their parent when it is deleted', async () => {
    const parent = await app.aPage();
    const child = await app.aPage({ parentPage: parent['@id'] });
    await app.delete(parent['@id'], ADMIN);
    expect((await app.get(child['@id'])).body.parentPage).toBeUndefined();
  });
});

describe('page data', () => {
  test('requires a template, and a null title results in 422', async () => {
    const response = await app.post('/page_data/event_datas', { title: null }, ADMIN);
    expect(new Map(violations(response))).toEqual(
      new Map([
        ['startsOn', 'This value should not be null.'],
        ['title', 'This value should not be null.'],
        ['page', 'Please select a page template'],
      ]),
    );
  });

  test('describes its slots, and a deleted component empties them', async () => {
    const widget = await app.aWidget();
    const event = await app.anEvent({ widget: widget['@id'], anything: widget['@id'] });
    expect(event).toMatchObject({ '@type': 'EventData', title: 'Unnamed Page', widget: widget['@id'] });
    expect(event._metadata).toEqual({
      persisted: true,
      pageDataMetadata: {
        resourceClass: 'App\\Entity\\EventData',
        properties: [
          { property: 'widget', componentShortName: 'Widget' },
          { property: 'pin', componentShortName: 'Pinned' },
          { property: 'anything', componentShortName: 'AbstractComponent' },
        ],
      },
    });
    await app.delete(widget['@id'], ADMIN);
    const { body } = await app.get(event['@id']);
    expect([body.widget, body.anything]).toEqual([undefined, undefined]);
  });

  test('prevents the deletion of its template', async () => {
    const event = await app.anEvent();
    const response = await app.delete(event.page, ADMIN);
    expect([response.status, response.body.detail]).toEqual([422, 'This page is the template of 1 records.']);
  });
});

describe('a route', () => {
  test('leads to one record only', async () => {
    const [page, other, event] = [await app.aPage(), await app.aPage(), await app.anEvent()];
    const route = await app.create('/_/routes', { path: '/mine', name: 'mine', page: page['@id'] });
    expect((await app.get(page['@id'])).body.route).toBe(route['@id']);
    const taken = [['route', 'The route must be unique.']];
    expect(violations(await app.patch(other['@id'], { route: route['@id'] }, ADMIN))).toEqual(taken);
    const second = await app.anEvent({ route: null });
    const eventRoute = await app.create('/_/routes', {
      path: '/event',
      name: 'event',
      pageData: event['@id'],
    });
    expect(violations(await app.patch(second['@id'], { route: eventRoute['@id'] }, ADMIN))).toEqual(taken);
  });
});
