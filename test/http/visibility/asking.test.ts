import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestOptions } from '../../support/test-client.js';
import type { CoreApp } from '../core/core-app.js';
import { ADMIN, startCoreApp } from '../core/core-app.js';
import { createTestClock, inMinutes } from '../publishing/support.js';
import { hiddenTypes } from './hidden-types.js';

const USER = { as: 'user' } as const;
const clock = createTestClock();
let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp({
    manifest: hiddenTypes,
    clock,
    config: { routable_security: "is_granted('ROLE_ADMIN')" },
  });
});
afterAll(() => app.close());

const aCard = async (body: Record<string, unknown>): Promise<string> =>
  (await app.create('/component/cards', body as { title: string }))['@id'];
const aVault = async (name: string, isOpen: boolean): Promise<string> =>
  (await app.create('/component/vaults', { name, isOpen }))['@id'];

async function titles(query: string, options?: RequestOptions): Promise<string[]> {
  const { status, body } = await app.get(`/component/cards?perPage=100&${query}`, options);
  if (status !== 200) throw new Error(`${query} answered ${status}`);
  expect(body.totalItems).toBe(body.member.length);
  return body.member.map(({ title }: { title: string }) => title);
}

describe('a parameter on a member that is hidden from the caller', () => {
  beforeAll(async () => {
    await aCard({ title: 'one', note: 'zulu', staff: 'echo', deep: 'mike', seal: 'tango' });
    await aCard({ title: 'two', note: 'alpha', staff: 'kilo', deep: 'golf', seal: 'oscar' });
  });

  test.for([
    ['note', ['zul'], ['anonymous', 'user'], ['admin']],
    ['staff', ['ech'], ['anonymous'], ['user', 'admin']],
    ['deep', ['mik'], ['anonymous', 'user', 'admin'], ['superAdmin']],
    ['seal', ['tan'], ['anonymous', 'user', 'admin', 'superAdmin'], []],
  ] as const)('is ignored: %s', async ([member, [part], blind, seeing]) => {
    for (const as of blind) {
      expect([as, await titles(`search=${part}`, { as })]).toEqual([as, []]);
      const all = (await titles('', { as })).length;
      expect([as, (await titles(`has_${member}=${part}`, { as })).length]).toEqual([as, all]);
      expect([as, (await titles(`is_${member}=nothing`, { as })).length]).toEqual([as, all]);
      const up = await titles(`order[${member}]=asc`, { as });
      expect([as, up]).toEqual([as, await titles(`order[${member}]=desc`, { as })]);
    }
    for (const as of seeing) {
      expect([as, await titles(`search=${part}`, { as })]).toEqual([as, ['one']]);
      expect([as, await titles(`has_${member}=${part}`, { as })]).toEqual([as, ['one']]);
    }
  });

  test('finds no single record either', async () => {
    const iri = await aCard({ title: 'single', note: 'whisper' });
    expect((await app.get(`${iri}?search=whisper`)).status).toBe(404);
    expect((await app.get(`${iri}?search=whisper`, ADMIN)).status).toBe(200);
    expect((await app.get(`${iri}?search=single`)).status).toBe(200);
  });

  test('is not among those that the list names', async () => {
    const named = async (options?: RequestOptions): Promise<string[]> =>
      (await app.get('/component/cards', options)).body.search.mapping.map(
        ({ variable }: { variable: string }) => variable,
      );
    const anonymous = await named();
    for (const variable of ['order[note]', 'has_note', 'is_staff', 'is_staff[]', 'has_seal'])
      expect(anonymous).not.toContain(variable);
    expect(anonymous).toEqual(expect.arrayContaining(['order[title]', 'search', 'has_vault_name']));
    expect(await named(USER)).toEqual(expect.arrayContaining(['is_staff']));
    expect(await named(ADMIN)).toEqual(expect.arrayContaining(['order[note]', 'has_note']));
    expect(await named(ADMIN)).not.toContain('has_seal');
    const { template } = (await app.get('/component/cards')).body.search;
    expect(template).not.toContain('note');
  });

  test('is ignored by a Collection component too', async () => {
    const collection = await app.create('/component/collections', {
      resourceIri: '/component/cards',
      defaultQueryParameters: { search: 'zulu' },
    });
    expect((await app.get(collection['@id'])).body.collection.totalItems).toBe(0);
    expect((await app.get(collection['@id'], ADMIN)).body.collection.totalItems).toBe(1);
  });

  test('has no effect as the default order', async () => {
    const orderOf = async (options?: RequestOptions) =>
      (await app.get('/component/hoards', options)).body.member.map(({ name }: { name: string }) => name);
    for (const [name, worth] of [
      ['first', 'b'],
      ['second', 'c'],
      ['third', 'a'],
    ])
      await app.create('/component/hoards', { name: name ?? '', worth: worth ?? '' });
    expect(await orderOf()).toEqual(['third', 'second', 'first']);
    expect(await orderOf(ADMIN)).toEqual(['third', 'first', 'second']);
  });
});

describe('a path through a record that the caller cannot read', () => {
  test('is null if the type of the record rejects the caller', async () => {
    const [closed, open] = [await aVault('hoardword', false), await aVault('showword', true)];
    await aCard({ title: 'closed', vault: closed });
    await aCard({ title: 'open', vault: open });
    for (const options of [undefined, USER]) {
      expect(await titles('search=hoardword', options)).toEqual([]);
      expect(await titles('has_vault_name=hoard', options)).toEqual([]);
      expect(await titles('is_vault_name=hoardword', options)).toEqual([]);
      expect(await titles('search=showword', options)).toEqual(['open']);
      expect(await titles('exists_vault_name=1', options)).toEqual(['open']);
    }
    expect(await titles('search=hoardword', ADMIN)).toEqual(['closed']);
    const order = async (direction: string) =>
      (await titles(`order[vault.name]=${direction}&order[title]=asc`)).filter((title) => title !== 'open');
    expect(await order('asc')).toEqual(await order('desc'));
  });

  test('is null if the record is for users only', async () => {
    const club = await app.create('/record/clubs', { name: 'handshake' });
    await aCard({ title: 'clubbed', club: club['@id'] });
    expect(await titles('search=handshake')).toEqual([]);
    expect(await titles('search=handshake', USER)).toEqual(['clubbed']);
  });

  test('is null if the record is a draft, until it is published', async () => {
    const draft = await app.create('/component/articles', { headline: 'embargo', body: 'b' });
    const later = await app.create('/component/articles', {
      headline: 'laterword',
      body: 'b',
      publishedAt: inMinutes(1, clock),
    });
    await aCard({ title: 'drafted', article: draft['@id'] });
    await aCard({ title: 'timed', article: later['@id'] });
    expect(await titles('search=embargo')).toEqual([]);
    expect(await titles('search=embargo', ADMIN)).toEqual(['drafted']);
    expect(await titles('exists_article=1')).toEqual([]);
    expect(await titles('exists_article=1&order[title]=asc', ADMIN)).toEqual(['drafted', 'timed']);
    for (const query of ['search=laterword', 'order[article.headline]=asc', 'exists_article=1']) {
      const { headers } = await app.get(`/component/cards?${query}`);
      const [, seconds] = /s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '') ?? [];
      expect([query, Number(seconds) < 60]).toEqual([query, true]);
    }
    clock.forward(61_000);
    expect(await titles('search=laterword')).toEqual(['timed']);
    expect(await titles('exists_article=1')).toEqual(['timed']);
  });

  test('is null if a relation to any component references a draft', async () => {
    const named = {
      pinned: await app.create('/component/articles', { headline: 'sketch', body: 'b' }),
      printed: await app.create('/component/articles', { headline: 'print', body: 'b', publishedAt: 'now' }),
      plain: await app.aWidget(),
    };
    for (const [title, any] of Object.entries(named)) await aCard({ title, any: any['@id'] });
    const query = 'exists_any=1&order[title]=asc';
    expect(await titles(query)).toEqual(['plain', 'printed']);
    expect(await titles(query, ADMIN)).toEqual(['pinned', 'plain', 'printed']);
    const shown = (await app.get(`/component/cards?${query}`)).body.member;
    expect(shown.map(({ any }: { any: string }) => any)).toEqual([named.plain['@id'], named.printed['@id']]);
  });

  test('uses the merged row of a due draft', async () => {
    const { '@id': iri } = await app.create('/component/articles', {
      headline: 'oldword',
      body: 'b',
      publishedAt: 'now',
    });
    await aCard({ title: 'merged', article: iri });
    await app.patch(iri, { headline: 'newword', publishedAt: inMinutes(1, clock) }, ADMIN);
    expect(await titles('search=oldword')).toEqual(['merged']);
    expect(await titles('search=newword')).toEqual([]);
    clock.forward(61_000);
    expect(await titles('search=newword')).toEqual(['merged']);
    expect(await titles('search=oldword')).toEqual([]);
  });

  test('is null if a route is not live, or a page cannot be read', async () => {
    const page = await app.aPage({ title: 'attic' });
    const route = await app.create('/_/routes', {
      path: '/attic',
      page: page['@id'],
      name: 'cellar',
      liveAt: null,
    });
    await aCard({ title: 'housed', home: page['@id'], way: route['@id'] });
    for (const query of ['search=attic', 'search=cellar', 'is_way_name=cellar', 'exists_way=1'])
      expect([query, await titles(query)]).toEqual([query, []]);
    expect(await titles('exists_home=1')).toEqual(['housed']);
    expect(await titles('search=attic', ADMIN)).toEqual(['housed']);
    await app.patch(route['@id'], { liveAt: '2020-01-01T00:00:00Z' }, ADMIN);
    expect(await titles('search=attic')).toEqual(['housed']);
    expect(await titles('is_way_name=cellar')).toEqual(['housed']);
  });

  test('is null if the record is placed only on pages that the caller cannot read', async () => {
    const page = await app.aPage();
    const group = await app.aGroup({ pages: [page['@id']] });
    const placed = await aCard({ title: 'inside', componentPositions: [{ componentGroup: group['@id'] }] });
    await aCard({ title: 'pointer', card: placed });
    expect(await titles('has_card_title=inside')).toEqual([]);
    expect(await titles('has_card_title=inside', ADMIN)).toEqual(['pointer']);
  });

  test('reads accounts as far as their rule for reading allows', async () => {
    const { '@id': author } = (await app.get('/me', USER)).body;
    const { username } = (await app.get('/me', USER)).body;
    await aCard({ title: 'written', author });
    const query = `is_author_username=${username}`;
    expect(await titles(query)).toEqual([]);
    expect(await titles(query, ADMIN)).toEqual([]);
    expect(await titles(query, USER)).toEqual(['written']);
    expect(await titles(query, { as: 'superAdmin' })).toEqual(['written']);
  });
});

describe('a coalesced member', () => {
  test('shows the first value that the caller can read', async () => {
    const vault = await aVault('treasure', false);
    const iri = await aCard({ title: 'face', note: 'memo', staff: 'crew', vault });
    const shown = async (options?: RequestOptions) => {
      const { heading, first } = (await app.get(iri, options)).body;
      const { body } = await app.get('/component/cards?perPage=100', options);
      const listed = body.member.find((member: { '@id': string }) => member['@id'] === iri);
      expect([listed.heading, listed.first]).toEqual([heading, first]);
      return [heading, first];
    };
    expect(await shown()).toEqual(['face', 'face']);
    expect(await shown(USER)).toEqual(['crew', 'face']);
    expect(await shown(ADMIN)).toEqual(['memo', 'treasure']);
    await app.patch(vault, { isOpen: true }, ADMIN);
    expect(await shown()).toEqual(['face', 'treasure']);
  });

  test('is absent if none of it can be read, and expires when a value becomes readable', async () => {
    const page = await app.aPage({ title: 'loft' });
    const liveAt = inMinutes(1, clock);
    const route = await app.create('/_/routes', { path: '/loft', page: page['@id'], name: 'ladder', liveAt });
    const iri = await aCard({ title: 'x', way: route['@id'], home: page['@id'] });
    const { body, headers } = await app.get(iri);
    expect(body).not.toHaveProperty('where');
    const [, seconds] = /s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeLessThan(60);
    expect((await app.get(iri, ADMIN)).body.where).toBe('ladder');
    clock.forward(61_000);
    expect((await app.get(iri)).body.where).toBe('ladder');
  });

  test('in the response to a write is what the writer can read', async () => {
    const vault = await aVault('bullion', false);
    const iri = await aCard({ title: 'mine', vault });
    const { status, body } = await app.patch(iri, { title: 'yours' }, USER);
    expect([status, body.first, body.heading]).toEqual([200, 'yours', 'yours']);
  });
});

describe('a search of one record', () => {
  test('reveals nothing of a record that the caller cannot read', async () => {
    const iri = await aVault('ingot', false);
    expect((await app.get(`${iri}?search=ingot`)).status).toBe(401);
    expect((await app.get(`${iri}?search=nothing`)).status).toBe(401);
    expect((await app.get(`${iri}?search=nothing`, ADMIN)).status).toBe(404);
  });
});
