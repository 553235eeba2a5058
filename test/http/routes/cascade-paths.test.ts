import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
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
  /** conference > (without route) > day > talk, conference > diverged > leaf */
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

  test('rewrites the whole subtree and creates a redirect at every old path', async () => {
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

  test('only changes that route without the flag, and children continue to work', async () => {
    await tree('expo');
    await app.patch('/_/routes//expo', { path: '/fair' }, { as: 'admin' });
    expect((await app.get('/_/routes//expo/day')).body).toMatchObject({ path: '/expo/day' });
    expect((await app.get('/_/routes//expo/day')).body.redirect).toBeUndefined();
    expect((await app.get('/_/routes//fair/day')).status).toBe(404);
  });

  test('results in 422 and changes nothing if a new child path is taken', async () => {
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

  test('uses / as the prefix of a parent at /', async () => {
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

  describe('with oldPath', () => {
    const pathsOf = async (root: string): Promise<unknown> => {
      const { body } = await app.get(`/_/routes?pagination=false&search=${root}&order[path]=asc`, {
        as: 'admin',
      });
      const routes = body.member as { path: string; redirectPath?: string }[];
      return routes.map(({ path, redirectPath = null }) => [path, redirectPath]);
    };

    /** Creates a page at `/R-a` with two levels below `/R-a`, one below `/R-b` and one that diverged. */
    async function branches(root: string): Promise<void> {
      const top = await site.page();
      await site.route({ path: `/${root}-a`, page: top['@id'] });
      const below = async (path: string, parent: string): Promise<string> => {
        const page = await site.page({ parentPage: parent });
        await site.route({ path: `/${root}-${path}`, page: page['@id'] });
        return page['@id'];
      };
      const first = await below('a/x', top['@id']);
      await below('a/x/y', first);
      await below('b/z', top['@id']);
      await below('else/w', top['@id']);
    }

    const [A, X, XY, Z, W] = ['a', 'a/x', 'a/x/y', 'b/z', 'else/w'];
    test.each<[string, object, [string, string | null][]]>([
      [
        'alone moves what is below it',
        { oldPath: '/R-b' },
        [
          [A, null],
          ['a/z', null],
          [X, null],
          [XY, null],
          [Z, 'a/z'],
        ],
      ],
      [
        'needs no leading slash',
        { oldPath: 'R-b' },
        [
          [A, null],
          ['a/z', null],
          [X, null],
          [XY, null],
          [Z, 'a/z'],
        ],
      ],
      [
        'with a new path moves what is below either',
        { path: '/R-c', oldPath: '/R-b' },
        [
          [A, 'c'],
          [X, 'c/x'],
          [XY, 'c/x/y'],
          [Z, 'c/z'],
          ['c', null],
          ['c/x', null],
          ['c/x/y', null],
          ['c/z', null],
        ],
      ],
      [
        'that is the path itself changes nothing',
        { oldPath: '/R-a' },
        [
          [A, null],
          [X, null],
          [XY, null],
          [Z, null],
        ],
      ],
      [
        'below which nothing is changes nothing',
        { oldPath: '/R-none' },
        [
          [A, null],
          [X, null],
          [XY, null],
          [Z, null],
        ],
      ],
      [
        'that is null is as if absent',
        { oldPath: null },
        [
          [A, null],
          [X, null],
          [XY, null],
          [Z, null],
        ],
      ],
      [
        'without the flag changes nothing',
        { oldPath: '/R-b', cascadeChildPaths: false },
        [
          [A, null],
          [X, null],
          [XY, null],
          [Z, null],
        ],
      ],
    ])('%s', async (name, body, want) => {
      const root = `old${name.replaceAll(/[^a-z]/g, '')}`;
      await branches(root);
      const sent = JSON.parse(
        JSON.stringify({ cascadeChildPaths: true, ...body }).replaceAll('R-', `${root}-`),
      ) as JsonObject;
      const answer = await app.patch(`/_/routes//${root}-a`, sent, { as: 'admin' });
      expect(answer.status).toBe(200);
      expect(answer.body.oldPath).toBeUndefined();
      const full = (path: string | null): string | null => (path === null ? null : `/${root}-${path}`);
      expect(await pathsOf(`/${root}-`)).toEqual(
        [...want, [W, null]].map(([path = null, target = null]) => [full(path), full(target)]).sort(),
      );
    });

    test('moves the descendants of a route that was generated again', async () => {
      const top = await site.page({ title: 'Generated again' });
      await site.generate({ page: top['@id'] });
      const child = await site.page({ title: 'Child', parentPage: top['@id'] });
      await site.generate({ page: child['@id'] });
      const grandchild = await site.page({ title: 'Leaf', parentPage: child['@id'] });
      await site.generate({ page: grandchild['@id'] });
      const again = await site.generate({ page: top['@id'] });
      expect(again.path).toBe('/generated-again-1');
      const body = { cascadeChildPaths: true, oldPath: '/generated-again' };
      for (let round = 0; round < 2; round += 1)
        expect((await app.patch(again['@id'], body, { as: 'admin' })).status).toBe(200);
      expect(await pathsOf('/generated-again')).toEqual([
        ['/generated-again', '/generated-again-1'],
        ['/generated-again-1', null],
        ['/generated-again-1/child', null],
        ['/generated-again-1/child/leaf', null],
        ['/generated-again/child', '/generated-again-1/child'],
        ['/generated-again/child/leaf', '/generated-again-1/child/leaf'],
      ]);
    });

    test('results in 422 and changes nothing if two records would get one path', async () => {
      const root = await site.page();
      await site.route({ path: '/pair', page: root['@id'] });
      for (const path of ['/pair/same', '/pair-old/same'])
        await site.route({ path, page: (await site.page({ parentPage: root['@id'] }))['@id'] });
      const body = { path: '/pair-new', cascadeChildPaths: true, oldPath: '/pair-old' };
      const answer = await app.patch('/_/routes//pair', body, { as: 'admin' });
      expect([answer.status, messages(answer.body)]).toEqual([
        422,
        [['path', 'This path is already in use.']],
      ]);
      expect(await pathsOf('/pair')).toEqual([
        ['/pair', null],
        ['/pair-old/same', null],
        ['/pair/same', null],
      ]);
    });

    test('that is not a string results in 422', async () => {
      await branches('typed');
      const body = { cascadeChildPaths: true, oldPath: 5 };
      const answer = await app.patch('/_/routes//typed-a', body, { as: 'admin' });
      expect([answer.status, messages(answer.body)]).toEqual([
        422,
        [['oldPath', 'This value should be of type string.']],
      ]);
    });
  });

  test('a new name that another route has gets a number', async () => {
    await tree('names');
    await site.route({ path: '/other', name: '/named/day', page: (await site.page())['@id'] });
    await app.patch('/_/routes//names/day', { name: 'own' }, { as: 'admin' });
    await site.route({ path: '/third', name: '/names/day', page: (await site.page())['@id'] });
    const body = { path: '/named', cascadeChildPaths: true };
    expect((await app.patch('/_/routes//names', body, { as: 'admin' })).status).toBe(200);
    expect((await app.get('/_/routes//named/day')).body.name).toBe('/named/day-1');
    expect((await app.get('/_/routes//names/day')).body.name).toBe('/names/day-1');
    expect((await app.get('/_/routes//named/day/talk')).body.name).toBe('/named/day/talk');
  });

  test('needs a fixed number of round trips for reading, however much moves', async () => {
    const count = async (root: string, children: number): Promise<number> => {
      const top = await site.page();
      await site.route({ path: `/${root}`, page: top['@id'] });
      for (let index = 0; index < children; index += 1) {
        const page = await site.page({ parentPage: top['@id'] });
        await site.route({ path: `/${root}/${index}`, page: page['@id'] });
      }
      app.takeStatements();
      await app.patch(
        `/_/routes//${root}`,
        { path: `/${root}-moved`, cascadeChildPaths: true },
        { as: 'admin' },
      );
      return app.takeStatements().filter((sql) => /^(with|select|insert)/.test(sql)).length;
    };
    expect(await count('many', 12)).toBe(await count('few', 2));
  });

  test('that races with generations below it leaves no route under the old prefix without a redirect', async () => {
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
