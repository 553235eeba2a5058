import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { createSite } from './site.js';
import type { SiteFactory } from './site.js';

let app: TestApp;
let site: SiteFactory;
beforeAll(async () => {
  app = await startTestApp();
  site = createSite(app);
});
afterAll(() => app.close());

const messages = (body: { violations?: { propertyPath: string; message: string }[] }): unknown =>
  body.violations?.map(({ propertyPath, message }) => [propertyPath, message]);

describe('PATCH /_/routes/{path} with cascadeChildPaths', () => {
  /** conference > (unrouted) > day > talk, conference > diverged > leaf */
  async function tree(root: string): Promise<void> {
    const conference = await site.page();
    await site.route({ path: `/${root}`, page: conference['@id'] });
    const unrouted = await site.article({ parentPage: conference['@id'] });
    const day = await site.page({ parentPageData: unrouted['@id'] });
    await site.route({ path: `/${root}/day`, page: day['@id'] });
    const talk = await site.article({ parentPage: day['@id'] });
    await site.route({ path: `/${root}/day/talk`, pageData: talk['@id'] });
    const diverged = await site.page({ parentPage: conference['@id'] });
    await site.route({ path: `/other-${root}`, page: diverged['@id'] });
    const leaf = await site.page({ parentPage: diverged['@id'] });
    await site.route({ path: `/${root}/leaf-of-diverged`, page: leaf['@id'] });
  }

  test('rewrites the whole subtree and leaves a redirect at every old path', async () => {
    await tree('conf');
    const answer = await app.patch(
      '/_/routes//conf',
      { path: '/meeting', cascadeChildPaths: true },
      { as: 'admin' },
    );
    expect(answer.status).toBe(200);
    expect(answer.body.cascadeChildPaths).toBeUndefined();
    for (const path of ['', '/day', '/day/talk']) {
      expect((await app.get(`/_/routes//meeting${path}`)).body).toMatchObject({ path: `/meeting${path}` });
      expect((await app.get(`/_/routes//conf${path}`)).body).toMatchObject({
        redirectPath: `/meeting${path}`,
      });
    }
    expect((await app.get('/_/routes//meeting/day')).body.name).toBe('/meeting/day');
    expect((await app.get('/_/routes//other-conf')).body.redirect).toBeUndefined();
    expect((await app.get('/_/routes//conf/leaf-of-diverged')).body.redirect).toBeUndefined();
  });

  test('without it only that route changes, and children keep working', async () => {
    await tree('expo');
    await app.patch('/_/routes//expo', { path: '/fair' }, { as: 'admin' });
    expect((await app.get('/_/routes//expo/day')).body).toMatchObject({ path: '/expo/day' });
    expect((await app.get('/_/routes//expo/day')).body.redirect).toBeUndefined();
    expect((await app.get('/_/routes//fair/day')).status).toBe(404);
  });

  test('a new child path that is taken is 422 and changes nothing', async () => {
    await tree('show');
    await site.route({ path: '/gala/day', page: (await site.page())['@id'] });
    const answer = await app.patch(
      '/_/routes//show',
      { path: '/gala', cascadeChildPaths: true },
      { as: 'admin' },
    );
    expect(answer.status).toBe(422);
    expect(messages(answer.body)).toEqual([['path', 'This path is already in use.']]);
    expect((await app.get('/_/routes//show')).body.path).toBe('/show');
    expect((await app.get('/_/routes//gala')).status).toBe(404);
  });

  test('can be undone', async () => {
    await tree('tour');
    await app.patch('/_/routes//tour', { path: '/trip', cascadeChildPaths: true }, { as: 'admin' });
    const back = await app.patch(
      '/_/routes//trip',
      { path: '/tour', cascadeChildPaths: true },
      { as: 'admin' },
    );
    expect(back.status).toBe(200);
    expect((await app.get('/_/routes//tour/day/talk')).body).toMatchObject({ path: '/tour/day/talk' });
    expect((await app.get('/_/routes//trip/day/talk')).body.redirectPath).toBe('/tour/day/talk');
  });

  test('the prefix of a parent at / is /', async () => {
    const root = await site.page();
    await site.route({ path: '/', page: root['@id'] });
    const child = await site.page({ parentPage: root['@id'] });
    await site.route({ path: '/child-of-root', page: child['@id'] });
    const answer = await app.patch(
      '/_/routes//',
      { path: '/home', cascadeChildPaths: true },
      { as: 'admin' },
    );
    expect(answer.status).toBe(200);
    expect((await app.get('/_/routes//home/child-of-root')).status).toBe(200);
    expect((await app.get('/_/routes//child-of-root')).body.redirectPath).toBe('/home/child-of-root');
  });

  test('racing with generations below it, it leaves no route under the old prefix without a redirect', async () => {
    for (let round = 0; round < 4; round += 1) {
      const parent = await site.page();
      const path = `/race-${round}`;
      await site.route({ path, page: parent['@id'] });
      const children = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          site.page({ title: `Child ${index}`, parentPage: parent['@id'] }),
        ),
      );
      const [renamed, ...made] = await Promise.all([
        app.patch(`/_/routes/${path}`, { path: `/won-${round}`, cascadeChildPaths: true }, { as: 'admin' }),
        ...children.map((child) => app.post('/_/routes/generate', { page: child['@id'] }, { as: 'admin' })),
      ]);
      expect(renamed.status).toBe(200);
      expect(made.map(({ status }) => status)).toEqual(Array(6).fill(201));
      const { body } = await app.get(`/_/routes?pagination=false&search=${path}`, { as: 'admin' });
      for (const route of body.member as { path: string; redirect?: string }[]) {
        expect([route.path, route.redirect]).toEqual([route.path, expect.any(String)]);
      }
      for (const child of children) {
        expect((await app.get(child['@id'], { as: 'admin' })).body.route).toContain(`/won-${round}/child-`);
      }
    }
  });
});
