import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite, FUTURE, PAST } from './site.js';
import type { SiteFactory } from './site.js';

let app: TestApp;
let site: SiteFactory;
beforeAll(async () => {
  app = await startTestApp({ config: { publishable: { permission: "is_granted('ROLE_USER')" } } });
  site = createSite(app);
});
afterAll(() => app.close());

const messages = (body: { violations?: { propertyPath: string; message: string }[] }): unknown =>
  body.violations?.map(({ propertyPath, message }) => [propertyPath, message]);

describe('POST /_/routes', () => {
  test('adds the leading slash and takes the name from the path', async () => {
    const page = await site.page();
    const route = await site.route({ path: 'plain', page: page['@id'] });
    expect(route).toMatchObject({
      '@id': '/_api/_/routes//plain',
      path: '/plain',
      name: '/plain',
      page: page['@id'],
    });
  });

  test('never changes a path because of a duplicate name', async () => {
    await site.route({ path: '/first', name: '/second', page: (await site.page())['@id'] });
    const second = await site.route({ path: '/second', page: (await site.page())['@id'] });
    expect(second).toMatchObject({ path: '/second', name: '/second-1' });
  });

  test('creates a live route by default, and one that is not live with null from an administrator', async () => {
    const before = Date.now();
    const now = await site.route({ path: '/now', page: (await site.page())['@id'] });
    // Dates are shown in full seconds.
    expect(Date.parse(String(now.liveAt))).toBeGreaterThan(before - 1000);
    expect(Date.parse(String(now.liveAt))).toBeLessThanOrEqual(Date.now());
    const never = await site.route({ path: '/never', page: (await site.page())['@id'], liveAt: null });
    expect(never).toMatchObject({ liveAt: null });
    expect((await app.get('/_/routes//never')).status).toBe(404);
  });

  test('results in 422 for an existing path', async () => {
    await site.route({ path: '/used', page: (await site.page())['@id'] });
    const again = await app.post(
      '/_/routes',
      { path: '/used', page: (await site.page())['@id'] },
      { as: 'admin' },
    );
    expect(again.status).toBe(422);
    expect(messages(again.body)).toEqual([['path', 'This path is already in use.']]);
  });

  test('requires exactly one target', async () => {
    const none = await app.post('/_/routes', { path: '/x' }, { as: 'admin' });
    expect(messages(none.body)).toEqual([['', 'Please specify either page, pageData or redirect.']]);
    const body = { path: '/x', page: (await site.page())['@id'], pageData: (await site.article())['@id'] };
    const both = await app.post('/_/routes', body, { as: 'admin' });
    expect(messages(both.body)).toEqual([['', 'Please specify either page or pageData, not both.']]);
    const blank = await app.post(
      '/_/routes',
      { path: '', page: (await site.page())['@id'] },
      { as: 'admin' },
    );
    expect(messages(blank.body)).toContainEqual(['path', 'This value should not be blank.']);
  });

  test('turns the first route of a record into a redirect if it gets a second one', async () => {
    const page = await site.page();
    await site.route({ path: '/one', page: page['@id'] });
    await site.route({ path: '/two', page: page['@id'] });
    expect((await app.get('/_/routes//one')).body.redirectPath).toBe('/two');
  });

  test('is allowed for every signed-in user, but not for anonymous callers', async () => {
    const body = { path: '/by-user', page: (await site.page())['@id'] };
    expect((await app.post('/_/routes', body)).status).toBe(401);
    expect((await app.post('/_/routes', body, { as: 'user' })).status).toBe(201);
  });
});

describe('GET /_/routes/{path}', () => {
  test('finds a route by path, by id and with an extension', async () => {
    const page = await site.page();
    const { id } = await site.route({ path: '/contact', page: page['@id'] });
    for (const address of ['/contact', '/contact.json', id]) {
      const { status, body } = await app.get(`/_/routes/${String(address)}`);
      expect([status, body['@id']]).toEqual([200, '/_api/_/routes//contact']);
    }
    await site.route({ path: '/contact.json', page: (await site.page())['@id'] });
    expect((await app.get('/_/routes//contact.json')).body.path).toBe('/contact.json');
    expect((await app.get('/_/routes//contact.xml')).body.path).toBe('/contact');
    expect((await app.get('/_/routes/contact')).status).toBe(404);
  });

  test('shows dates, id and associated resources to administrators only', async () => {
    const page = await site.page({ reference: 'associated-page' });
    await site.route({ path: '/for-admins', page: page['@id'], liveAt: PAST });
    const { body: admin } = await app.get('/_/routes//for-admins', { as: 'admin' });
    expect(admin).toMatchObject({
      liveAt: PAST,
      associatedResources: { redirect: null, page: 'associated-page', pageData: null, pageDataType: null },
      _metadata: { persisted: true, effectiveLiveAt: PAST },
    });
    expect(admin.id).toMatch(/^[0-9a-f-]{36}$/);
    for (const as of ['anonymous', 'user'] as const) {
      const { body } = await app.get('/_/routes//for-admins', { as });
      expect(Object.keys(body).sort()).toEqual(
        [
          '@context',
          '@id',
          '@type',
          '_metadata',
          'createdAt',
          'modifiedAt',
          'name',
          'page',
          'path',
          'redirectedFrom',
        ].sort(),
      );
      expect(body._metadata).toEqual({ persisted: true });
    }
  });

  test('returns the title and class of page data', async () => {
    const article = await site.article({ title: 'Named' });
    await site.route({ path: '/named', pageData: article['@id'] });
    const { body } = await app.get('/_/routes//named', { as: 'admin' });
    expect(body.associatedResources).toEqual({
      redirect: null,
      page: null,
      pageData: 'Named',
      pageDataType: 'App\\Entity\\BlogArticleData',
    });
  });

  test('shows the final path of a redirect, and the record of the final route as its own', async () => {
    const page = await site.page();
    const target = await site.route({ path: '/contact-new', page: page['@id'] });
    const middle = await site.route({ path: '/middle', redirect: target['@id'] });
    await site.route({ path: '/old-contact', redirect: middle['@id'] });
    expect((await app.get('/_/routes//old-contact')).body).toMatchObject({
      redirect: '/_api/_/routes//middle',
      redirectedFrom: [],
      page: page['@id'],
      redirectPath: '/contact-new',
    });
    expect((await app.get('/_/routes//middle')).body.redirectedFrom).toEqual(['/_api/_/routes//old-contact']);
  });

  test('hides a redirect to a route that is not live, except from administrators', async () => {
    const page = await site.page();
    const target = await site.route({ path: '/later', page: page['@id'], liveAt: FUTURE });
    await site.route({ path: '/to-later', redirect: target['@id'] });
    for (const as of ['anonymous', 'user'] as const) {
      expect((await app.get('/_/routes//to-later', { as })).status).toBe(404);
      expect((await app.get('/_/resource_manifest//to-later', { as })).status).toBe(404);
    }
    const { body } = await app.get('/_/routes//to-later', { as: 'admin' });
    expect(body).toMatchObject({ redirect: target['@id'], redirectPath: '/later', page: page['@id'] });
  });

  test('runs at most three statements', async () => {
    const parent = await site.page();
    await site.route({ path: '/counted', page: parent['@id'] });
    const child = await site.page({ parentPage: parent['@id'] });
    await site.route({ path: '/counted/below', page: child['@id'] });
    app.takeStatements();
    await app.get('/_/routes//counted/below');
    expect(app.takeStatements().length).toBeLessThanOrEqual(2);
    const redirect = await site.route({
      path: '/counted-redirect',
      redirect: '/_api/_/routes//counted/below',
    });
    app.takeStatements();
    await app.get(redirect['@id']);
    expect(app.takeStatements().length).toBeLessThanOrEqual(3);
  });
});

describe('PATCH /_/routes/{path}', () => {
  test('leaves a redirect at the old path, and keeps the name', async () => {
    const page = await site.page();
    await site.route({ path: '/before', name: 'kept', page: page['@id'] });
    const { status, body } = await app.patch('/_/routes//before', { path: 'after' }, { as: 'admin' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      '@id': '/_api/_/routes//after',
      path: '/after',
      name: 'kept',
      page: page['@id'],
    });
    expect((await app.get('/_/routes//before')).body).toMatchObject({
      name: '/before',
      redirectPath: '/after',
    });
  });

  test('can be undone', async () => {
    const page = await site.page();
    await site.route({ path: '/there', page: page['@id'] });
    await app.patch('/_/routes//there', { path: '/elsewhere', name: '/elsewhere' }, { as: 'admin' });
    await site.route({ path: '/shortcut', redirect: '/_api/_/routes//there' });
    const back = await app.patch('/_/routes//elsewhere', { path: '/there', name: '/there' }, { as: 'admin' });
    expect([back.status, back.body.path]).toEqual([200, '/there']);
    expect((await app.get('/_/routes//elsewhere')).body.redirectPath).toBe('/there');
    expect((await app.get('/_/routes//shortcut')).body).toMatchObject({
      redirect: '/_api/_/routes//there',
      redirectPath: '/there',
    });
  });

  test('results in 422 for a path that another route has, and changes nothing', async () => {
    await site.route({ path: '/held', page: (await site.page())['@id'] });
    await site.route({ path: '/wants', page: (await site.page())['@id'] });
    const answer = await app.patch('/_/routes//wants', { path: '/held' }, { as: 'admin' });
    expect(answer.status).toBe(422);
    expect(messages(answer.body)).toEqual([['path', 'This path is already in use.']]);
    expect((await app.get('/_/routes//wants')).body.path).toBe('/wants');
  });

  test('results in 422 for a redirect that would create a cycle', async () => {
    const target = await site.route({ path: '/c1', page: (await site.page())['@id'] });
    const second = await site.route({ path: '/c2', redirect: target['@id'] });
    const third = await site.route({ path: '/c3', redirect: second['@id'] });
    for (const redirect of [third['@id'], target['@id']]) {
      const answer = await app.patch(target['@id'], { redirect }, { as: 'admin' });
      expect(answer.status).toBe(422);
      expect(messages(answer.body)).toEqual([
        ['redirect', 'The redirect would create a circular reference.'],
      ]);
    }
  });

  test('changes nothing if inherited values of a redirect are sent back', async () => {
    const page = await site.page();
    const target = await site.route({ path: '/e1', page: page['@id'] });
    await site.route({ path: '/e2', redirect: target['@id'] });
    const { body } = await app.get('/_/routes//e2', { as: 'admin' });
    const answer = await app.patch('/_/routes//e2', body, { as: 'admin' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ redirect: target['@id'], page: page['@id'] });
    expect((await app.get(page['@id'], { as: 'admin' })).body.route).toBe(target['@id']);
  });

  test('moves the route to another record with page', async () => {
    const [from, to] = [await site.page(), await site.page()];
    const route = await site.route({ path: '/moves', page: from['@id'] });
    const { body } = await app.patch(route['@id'], { page: to['@id'] }, { as: 'admin' });
    expect(body.page).toBe(to['@id']);
    expect((await app.get(from['@id'], { as: 'admin' })).body.route).toBeUndefined();
    expect((await app.get(to['@id'], { as: 'admin' })).body.route).toBe(route['@id']);
  });

  test('ignores liveAt of other callers', async () => {
    const route = await site.route({ path: '/mine', page: (await site.page())['@id'] });
    const answer = await app.patch(route['@id'], { liveAt: null }, { as: 'user' });
    expect([answer.status, answer.body.liveAt]).toEqual([200, undefined]);
    expect((await app.get(route['@id'])).status).toBe(200);
  });
});

describe('DELETE /_/routes/{path}', () => {
  test('deletes the redirects that lead to it, and clears the route of its page', async () => {
    const page = await site.page();
    const target = await site.route({ path: '/d1', page: page['@id'] });
    const second = await site.route({ path: '/d2', redirect: target['@id'] });
    const third = await site.route({ path: '/d3', redirect: second['@id'] });
    expect((await app.delete(third['@id'], { as: 'admin' })).status).toBe(204);
    expect((await app.get(second['@id'])).status).toBe(200);
    expect((await app.delete(target['@id'], { as: 'admin' })).status).toBe(204);
    expect((await app.get(second['@id'])).status).toBe(404);
    expect((await app.get(page['@id'], { as: 'admin' })).body.route).toBeUndefined();
    expect((await app.delete(target['@id'], { as: 'admin' })).status).toBe(404);
  });

  test('is implied by deleting its page, including redirects to it', async () => {
    const page = await site.page();
    const target = await site.route({ path: '/gone', page: page['@id'] });
    await site.route({ path: '/to-gone', redirect: target['@id'] });
    expect((await app.delete(page['@id'], { as: 'admin' })).status).toBe(204);
    expect((await app.get('/_/routes//gone', { as: 'admin' })).status).toBe(404);
    expect((await app.get('/_/routes//to-gone', { as: 'admin' })).status).toBe(404);
  });

  test('does not remove a suffix', async () => {
    await site.route({ path: '/whole', page: (await site.page())['@id'] });
    expect((await app.delete('/_/routes//whole/children', { as: 'admin' })).status).toBe(404);
    expect((await app.get('/_/routes//whole')).status).toBe(200);
  });
});

describe('GET /_/routes/{path}/redirects', () => {
  test('nests the routes that lead here', async () => {
    const target = await site.route({ path: '/unnamed-page', page: (await site.page())['@id'] });
    const middle = await site.route({ path: '/middle-redirect', redirect: target['@id'] });
    await site.route({ path: '/redirect1', redirect: middle['@id'] });
    await site.route({ path: '/redirect2', redirect: middle['@id'], liveAt: null });
    const { status, body } = await app.get(`${target['@id']}/redirects`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ '@id': target['@id'], path: '/unnamed-page' });
    expect(body.redirectedFrom).toHaveLength(1);
    expect(body.redirectedFrom[0]).toMatchObject({
      path: '/middle-redirect',
      redirect: target['@id'],
      redirectPath: '/unnamed-page',
    });
    expect(body.redirectedFrom[0].redirectedFrom.map(({ path }: { path: string }) => path)).toEqual([
      '/redirect1',
    ]);
    const admin = await app.get(`${target['@id']}/redirects`, { as: 'admin' });
    expect(admin.body.redirectedFrom[0].redirectedFrom).toHaveLength(2);
  });
});

describe('GET /_/routes/{path}/children', () => {
  test('is a tree in which records without a route add no node', async () => {
    const top = await site.page();
    const { id } = await site.route({ path: '/events', page: top['@id'] });
    const unrouted = await site.page({ parentPage: top['@id'] });
    const year = await site.article({ parentPage: unrouted['@id'] });
    await site.route({ path: '/events/2024', pageData: year['@id'], liveAt: null });
    const may = await site.page({ parentPageData: year['@id'] });
    await site.route({ path: '/events/2024/may', page: may['@id'] });
    const tree = {
      '@context': '/_api/contexts/RouteTree',
      children: [
        {
          route: '/_api/_/routes//events/2024',
          path: '/events/2024',
          children: [{ route: '/_api/_/routes//events/2024/may', path: '/events/2024/may', children: [] }],
        },
      ],
    };
    for (const address of ['/events', id]) {
      expect((await app.get(`/_/routes/${String(address)}/children`, { as: 'admin' })).body).toEqual(tree);
    }
    expect((await app.get('/_/routes//events/children')).status).toBe(401);
    expect((await app.get('/_/routes//events/children', { as: 'user' })).status).toBe(403);
    expect((await app.get('/_/routes//unknown/children', { as: 'admin' })).status).toBe(404);
  });

  test('prefers a stored path to the suffix', async () => {
    const page = await site.page();
    const { id } = await site.route({ path: '/family', page: page['@id'] });
    await site.route({ path: '/family/children', page: (await site.page())['@id'] });
    expect((await app.get('/_/routes//family/children')).body.path).toBe('/family/children');
    expect((await app.get(`/_/routes/${String(id)}/children`, { as: 'admin' })).body).toEqual({
      '@context': '/_api/contexts/RouteTree',
      children: [],
    });
  });
});
