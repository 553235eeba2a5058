import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  FieldDescriptor,
  ResourceDescriptor,
} from '../../../runtime/kernel/contract/schema/resource.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import { testTypes } from '../../support/test-types.js';
import { createTestClock, inMinutes } from '../publishing/support.js';
import { publishingManifest } from '../publishing/types.js';
import type { CoreApp } from '../core/core-app.js';
import { startCoreApp } from '../core/core-app.js';

const EMBEDDING: Readonly<Record<string, readonly string[]>> = {
  Specimen: ['friend', 'home', 'widgets', 'article', 'guarded', 'other', 'way', 'author'],
  Widget: ['buddy'],
};

const toOne = (name: string, target: string): FieldDescriptor => ({
  kind: 'to-one',
  name,
  target,
  column: `${name}_id`,
  nullable: true,
  onDelete: 'set-null',
  readable: true,
  writable: true,
});

/** Relations to every kind of target besides those of the type, all embedded. */
const MORE: Readonly<Record<string, readonly FieldDescriptor[]>> = {
  Specimen: [
    toOne('article', 'Article'),
    toOne('guarded', 'Guarded'),
    toOne('other', 'Specimen'),
    toOne('way', 'Route'),
    toOne('author', 'User'),
  ],
  Widget: [toOne('buddy', 'Widget')],
};

function embedding(resource: ResourceDescriptor): ResourceDescriptor {
  const names = EMBEDDING[resource.name];
  if (names === undefined) return resource;
  const fields = [...resource.fields, ...(MORE[resource.name] ?? [])].map((field) =>
    names.includes(field.name) && 'target' in field ? { ...field, embed: true } : field,
  );
  const copy = { ...resource, fields };
  delete copy.attributes; // the table follows from the fields
  return copy;
}

const manifest: Manifest = {
  ...testTypes,
  resources: [
    ...testTypes.resources.map(embedding),
    ...publishingManifest.resources.filter(({ name }) => name === 'Article'),
  ],
};

const clock = createTestClock();
let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp({ manifest, clock });
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;
const user = { as: 'user' } as const;
const tagsOf = (response: { headers: Headers }): string[] =>
  (response.headers.get('cache-tags') ?? '').split(',').map((tag) => tag.trim());

describe('a relation that embeds its target', () => {
  test('shows the document of the target, as its list does, instead of the IRI', async () => {
    const widget = await app.aWidget({ label: 'Nested' });
    const written = await app.aSpecimen({ friend: widget['@id'], widgets: [widget['@id']] });
    const document = (await app.get('/component/widgets')).body.member.find(
      (member: { '@id': string }) => member['@id'] === widget['@id'],
    );
    expect(document).toMatchObject({ '@type': 'Widget', label: 'Nested', _metadata: { persisted: true } });
    const { body } = await app.get(written['@id']);
    expect(body.friend).toEqual(document);
    expect(body.widgets).toEqual([document]);
    expect(body.friend).not.toHaveProperty('@context');
    expect(written.friend).toEqual(document);
  });

  test('keeps the order of a list, and omits missing targets', async () => {
    const first = await app.aWidget({ label: '1' });
    const second = await app.aWidget({ label: '2' });
    const { '@id': iri } = await app.aSpecimen({ widgets: [first['@id'], second['@id']] });
    const { body } = await app.get(iri);
    expect(body.widgets.map(({ label }: { label: string }) => label)).toEqual(['1', '2']);
    expect(body).not.toHaveProperty('friend');
  });

  test('embeds one level only', async () => {
    const inner = await app.aWidget({ label: 'inner' });
    const outer = await app.aWidget({ label: 'outer', buddy: inner['@id'] });
    const { body } = await app.get((await app.aSpecimen({ friend: outer['@id'] }))['@id']);
    expect(body.friend.buddy).toBe(inner['@id']);
    expect((await app.get(outer['@id'])).body.buddy).toMatchObject({ label: 'inner' });
  });

  test('to the record itself is embedded once', async () => {
    const { '@id': iri } = await app.aSpecimen();
    const { body } = await app.patch(iri, { other: iri }, admin);
    expect(body.other['@id']).toBe(iri);
    expect(body.other.other).toBe(iri);
  });

  test('is written by IRI, and a document that is sent back counts as its IRI', async () => {
    const widget = await app.aWidget({ label: 'kept' });
    const { '@id': iri } = await app.aSpecimen({ friend: widget['@id'] });
    const shown = (await app.get(iri)).body;
    const echoed = await app.patch(iri, { friend: { ...shown.friend, label: 'ignored' } }, admin);
    expect(echoed.status).toBe(200);
    expect(echoed.body.friend).toEqual(shown.friend);
    expect(echoed.body.modifiedAt).toBe(shown.modifiedAt);
    expect((await app.patch(iri, { friend: null }, admin)).body).not.toHaveProperty('friend');
    expect((await app.patch(iri, { friend: { label: 'new' } }, admin)).status).toBe(422);
  });

  test('adds the cache tags of the target, so changing the target purges the record', async () => {
    const widget = await app.aWidget();
    const specimen = await app.aSpecimen({ friend: widget['@id'] });
    expect(tagsOf(await app.get(specimen['@id']))).toEqual(
      expect.arrayContaining([specimen['@id'], widget['@id']]),
    );
    expect(tagsOf(await app.get('/component/specimens?pagination=false'))).toContain(widget['@id']);
  });

  test('runs as many statements for a list of twenty as for one record', async () => {
    const count = async (path: string): Promise<number> => {
      await app.get(path);
      app.takeStatements();
      await app.get(path);
      return app.takeStatements().length;
    };
    const fill = async (name: string): Promise<void> => {
      const friend = (await app.aWidget())['@id'];
      const home = (await app.aPage())['@id'];
      const article = (
        await app.create('/component/articles', { headline: name, body: 'b', publishedAt: 'now' })
      )['@id'];
      await app.aSpecimen({ name, friend, home, article });
    };
    await fill('counted 1');
    const one = await count('/component/specimens?search=counted');
    for (let index = 2; index <= 20; index += 1) await fill(`counted ${index}`);
    expect(await count('/component/specimens?search=counted&perPage=40')).toBe(one);
    const { member } = (await app.get('/component/specimens?search=counted&perPage=40')).body;
    expect(member).toHaveLength(20);
    for (const { friend, home, article } of member)
      expect([friend['@type'], home['@type'], article['@type']]).toEqual(['Widget', 'Page', 'Article']);
  });
});

describe('a target that the caller cannot read', () => {
  test('remains an IRI if the rule of its type rejects the caller', async () => {
    const guarded = (await app.create('/component/guarded', {}))['@id'];
    const { '@id': iri } = await app.aSpecimen({ guarded });
    expect((await app.get(guarded)).status).toBe(401);
    const refused = await app.get(iri);
    expect(refused.body.guarded).toBe(guarded);
    expect((await app.get(iri, user)).body.guarded).toMatchObject({ '@id': guarded, open: false });
  });

  test('shows members by the groups and expressions of the target', async () => {
    const other = await app.aSpecimen({ adminNote: 'hush', internal: 'inside', secret: 'never' });
    const { '@id': iri } = await app.aSpecimen({ other: other['@id'] });
    const anonymous = (await app.get(iri)).body.other;
    expect(anonymous.name).toBe(other.name);
    for (const member of ['adminNote', 'internal', 'secret']) expect(anonymous).not.toHaveProperty(member);
    expect((await app.get(iri, admin)).body.other).toMatchObject({ adminNote: 'hush', internal: 'inside' });
  });

  test('is omitted while it is a draft, and its IRI is in no cache tag', async () => {
    const draft = (await app.create('/component/articles', { headline: 'Draft' }))['@id'];
    const { '@id': iri } = await app.aSpecimen({ article: draft });
    const anonymous = await app.get(iri);
    expect(anonymous.body).not.toHaveProperty('article');
    expect(anonymous.headers.get('cache-tags')).not.toContain(draft);
    expect((await app.get(iri, user)).body).not.toHaveProperty('article');
    expect((await app.get(iri, admin)).body.article).toMatchObject({ '@id': draft, headline: 'Draft' });
    expect((await app.get(`${iri}?published=true`, admin)).body.article).toBe(draft);
  });

  test('shows the stored record if it has a draft', async () => {
    const article = (
      await app.create('/component/articles', { headline: 'Public', body: 'b', publishedAt: 'now' })
    )['@id'];
    const { '@id': iri } = await app.aSpecimen({ article });
    await app.patch(article, { headline: 'Changed' }, admin);
    const shown = (await app.get(iri)).body.article;
    expect(shown).toMatchObject({ '@id': article, headline: 'Public' });
    expect(shown).not.toHaveProperty('draftResource');
    expect(shown._metadata.publishable).toEqual(
      expect.objectContaining({ published: true, draftResource: null }),
    );
    expect((await app.get(iri, admin)).body.article).toMatchObject({ '@id': article, headline: 'Public' });
  });

  test('remains an IRI if it is an account', async () => {
    await app.get('/', user); // creates the account
    const [account] = (await app.get('/users', { as: 'superAdmin' })).body.member;
    const { '@id': iri } = await app.aSpecimen({ author: account['@id'] });
    expect((await app.get(iri, { as: 'superAdmin' })).body.author).toBe(account['@id']);
  });

  test('that is a future route is omitted for visitors until its time, when the response expires', async () => {
    const page = await app.aPage({ title: 'Soon' });
    const liveAt = inMinutes(0.5, clock);
    const way = (await app.create('/_/routes', { path: '/soon', page: page['@id'], liveAt }))['@id'];
    const { '@id': iri } = await app.aSpecimen({ way });
    const { body, headers } = await app.get(iri);
    expect(body).not.toHaveProperty('way');
    expect(Number(/s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1])).toBeLessThanOrEqual(30);
    expect((await app.get(iri, admin)).body.way).toMatchObject({ '@id': way, path: '/soon' });
  });
});

describe('with path rules', () => {
  let guarded: CoreApp;
  beforeAll(async () => {
    guarded = await startCoreApp({
      manifest,
      config: {
        routable_security: "is_granted('ROLE_USER')",
        route_security: [{ route: '/members/*', security: "is_granted('ROLE_ADMIN')" }],
      },
    });
  });
  afterAll(() => guarded.close());

  test.each([['anonymous'], ['user'], ['admin']] as const)(
    'embeds for %s exactly what the caller can read directly',
    async (as) => {
      const open = await guarded.aPage();
      const closed = await guarded.aPage();
      const unrouted = await guarded.aPage();
      const ways: string[] = [];
      for (const [page, path] of [
        [open, `/open-${as}`],
        [closed, `/members/${as}`],
      ] as const) {
        const liveAt = '2020-01-01T00:00:00Z';
        ways.push((await guarded.create('/_/routes', { path, page: page['@id'], liveAt }))['@id']);
      }
      const group = await guarded.aGroup({ pages: [closed['@id']] });
      const placed = await guarded.aWidget();
      await guarded.aPosition(group, { component: placed['@id'] });
      const cases = [
        ...[open, closed, unrouted].map((page) => ({ home: page['@id'] })),
        ...ways.map((way) => ({ way })),
        { friend: placed['@id'] },
      ];
      const seen: boolean[] = [];
      for (const relation of cases) {
        const [[name = '', iri = ''] = []] = Object.entries(relation);
        const specimen = await guarded.aSpecimen(relation);
        const shown = (await guarded.get(specimen['@id'], { as })).body[name];
        const isReadable = (await guarded.get(iri, { as })).status === 200;
        expect([iri, typeof shown === 'object']).toEqual([iri, isReadable]);
        seen.push(isReadable);
      }
      expect(seen).toContain(true);
      if (as !== 'admin') expect(seen).toContain(false);
    },
  );
});

describe('documentation', () => {
  test('an embedding relation is not an IRI in the context of the type', async () => {
    const context = (await app.get('/contexts/Specimen')).body['@context'];
    expect(context.friend).toBe('Specimen/friend');
    expect(context.componentGroups).toEqual({ '@id': 'Specimen/componentGroups', '@type': '@id' });
  });
});
