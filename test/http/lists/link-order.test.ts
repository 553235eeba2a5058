import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { TestApp } from '../../support/test-app.js';
import { startCachingApp } from '../response-cache/support.js';
import { linkedTypes } from './linked-types.js';

let app: TestApp;
beforeAll(async () => {
  app = await startCachingApp({ manifest: linkedTypes });
}, 120_000);
afterAll(() => app.close());

const admin = { as: 'admin' } as const;

async function someBooks(count: number, body: JsonObject = { publishedAt: 'now' }): Promise<string[]> {
  const books: string[] = [];
  for (let index = 0; index < count; index += 1)
    books.push((await app.create('/component/books', { title: `Book ${index}`, ...body }))['@id']);
  return books;
}

async function someGenres(count: number): Promise<string[]> {
  const genres: string[] = [];
  for (let index = 0; index < count; index += 1)
    genres.push((await app.create('/component/genres', { name: `Genre ${index}` }))['@id']);
  return genres;
}

const aShelf = async (books: readonly string[], body: JsonObject = {}): Promise<string> =>
  (await app.create('/component/shelves', { books: [...books], ...body }))['@id'];

/** Creates a published display. */
const aDisplay = async (books: readonly string[], body: JsonObject = {}): Promise<string> =>
  (await app.create('/component/displays', { books: [...books], publishedAt: 'now', ...body }))['@id'];

/** Returns a list member as visitors and administrators see it, in items and in lists. */
async function shown(iri: string, member = 'books'): Promise<unknown> {
  const lists: unknown[] = [];
  for (const as of ['anonymous', 'admin'] as const) {
    const { body } = await app.get(iri, { as });
    lists.push(body[member] ?? []);
    const path = iri.slice(0, iri.lastIndexOf('/'));
    const list = (await app.get(`${path}?pagination=false&perPage=100`, { as })).body.member;
    const entry = list.find((one: JsonObject) => one['@id'] === iri);
    lists.push(entry[member] ?? []);
  }
  for (const list of lists) expect(list).toEqual(lists[0]);
  return lists[0];
}

const pick = (list: readonly string[], order: readonly number[]): string[] =>
  order.map((index) => list[index]!);

describe('a many-to-many list', () => {
  test.each([
    ['backwards', [3, 2, 1, 0]],
    ['mixed', [2, 0, 3, 1]],
    ['in order of creation', [0, 1, 2, 3]],
  ])('is shown in the order in which it was sent: %s', async (_name, order) => {
    const books = await someBooks(4);
    const sent = pick(books, order);
    const created = await app.post('/component/shelves', { books: sent }, admin);
    expect(created.body.books).toEqual(sent);
    expect(await shown(created.body['@id'])).toEqual(sent);
  });

  test.each<[string, number[], number[]]>([
    ['reversed', [0, 1, 2, 3], [3, 2, 1, 0]],
    ['two entries swapped', [2, 0, 1, 3], [2, 1, 0, 3]],
    ['the last entry first', [0, 1, 2], [2, 0, 1]],
    ['an entry inserted in the middle', [0, 1], [0, 3, 1]],
    ['an entry inserted at the start', [1, 2], [0, 1, 2]],
    ['an entry inserted at the end', [1, 2], [1, 2, 0]],
    ['an entry removed', [3, 1, 2, 0], [3, 2, 0]],
    ['others', [3, 1], [2, 0]],
    ['an entry replaced', [3, 1, 2], [3, 0, 2]],
    ['the rest reversed', [3, 1, 2, 0], [0, 2]],
    ['nothing', [1, 0], []],
    ['entries in an empty list', [], [3, 0, 2]],
  ])('gets a new order by PATCH and by PUT: %s', async (_name, before, after) => {
    const books = await someBooks(4);
    for (const method of ['patch', 'put'] as const) {
      const iri = await aShelf(pick(books, before), { label: 'a' });
      expect(await shown(iri)).toEqual(pick(books, before));
      const sent = pick(books, after);
      const { status, body } = await app[method](iri, { label: 'a', books: sent }, admin);
      expect(status).toBe(200);
      expect(body.books ?? []).toEqual(sent);
      expect(await shown(iri)).toEqual(sent);
    }
  });

  test('is unchanged if it is sent as it is', async () => {
    const books = await someBooks(3);
    const iri = await aShelf(pick(books, [2, 0, 1]));
    await app.get(iri);
    app.takeStatements();
    const { status } = await app.patch(iri, { books: pick(books, [2, 0, 1]) }, admin);
    expect(status).toBe(200);
    const writes = app.takeStatements().filter((sql) => /^\s*(insert|update|delete)/i.test(sql));
    expect(writes.filter((sql) => !/session|refresh/.test(sql))).toEqual([]);
  });

  test('has a repeated entry at its first position', async () => {
    const books = await someBooks(3);
    const iri = await aShelf(pick(books, [2, 0, 2, 1, 0]));
    expect(await shown(iri)).toEqual(pick(books, [2, 0, 1]));
    await app.patch(iri, { books: pick(books, [1, 1, 2, 1, 0]) }, admin);
    expect(await shown(iri)).toEqual(pick(books, [1, 2, 0]));
  });

  test('keeps the order of the others when one of its records is deleted', async () => {
    const books = await someBooks(4);
    const iri = await aShelf(pick(books, [3, 1, 0, 2]));
    expect((await app.delete(books[1]!, admin)).status).toBe(204);
    expect(await shown(iri)).toEqual(pick(books, [3, 0, 2]));
    await app.patch(iri, { books: pick(books, [0, 3, 2]) }, admin);
    expect(await shown(iri)).toEqual(pick(books, [0, 3, 2]));
  });

  test('has a separate order on each side', async () => {
    const genres = await someGenres(3);
    const shelves = [await aShelf([], { genres }), await aShelf([], { genres: pick(genres, [2, 1]) })];
    shelves.push(await aShelf([], { genres: [genres[1]!] }));
    const genre = genres[1]!;
    expect(await shown(genre, 'shelves')).toEqual(shelves);
    const turned = pick(shelves, [2, 0, 1]);
    const { status, body } = await app.patch(genre, { shelves: turned }, admin);
    expect(status).toBe(200);
    expect(body.shelves).toEqual(turned);
    expect(await shown(genre, 'shelves')).toEqual(turned);
    expect(await shown(shelves[0]!, 'genres')).toEqual(genres);
    expect(await shown(shelves[1]!, 'genres')).toEqual(pick(genres, [2, 1]));
    await app.patch(shelves[1]!, { genres: pick(genres, [1, 0, 2]) }, admin);
    expect(await shown(genre, 'shelves')).toEqual(turned);
  });

  test('has entries that the other side adds after the sent ones', async () => {
    const [first, second, third] = await someGenres(3);
    const one = await aShelf([], { genres: [third!, second!] });
    const two = await aShelf([], { genres: [second!] });
    await app.patch(first!, { shelves: [two, one] }, admin);
    expect(await shown(one, 'genres')).toEqual([third, second, first]);
    expect(await shown(two, 'genres')).toEqual([second, first]);
    expect(await shown(first!, 'shelves')).toEqual([two, one]);
    await app.patch(first!, { shelves: [one] }, admin);
    expect(await shown(two, 'genres')).toEqual([second]);
    expect(await shown(one, 'genres')).toEqual([third, second, first]);
  });

  test('is copied to a draft in its order, and published with it', async () => {
    const books = await someBooks(4);
    const iri = await aDisplay(pick(books, [2, 0, 1]), { label: 'a' });
    const draft = (await app.patch(iri, { label: 'b' }, admin)).body;
    expect(draft['@id']).not.toBe(iri);
    expect(draft.books).toEqual(pick(books, [2, 0, 1]));
    const edited = (await app.patch(draft['@id'], { books: pick(books, [1, 3, 2, 0]) }, admin)).body;
    expect(edited.books).toEqual(pick(books, [1, 3, 2, 0]));
    expect((await app.get(iri)).body.books).toEqual(pick(books, [2, 0, 1]));
    const published = await app.patch(draft['@id'], { publishedAt: 'now' }, admin);
    expect(published.status).toBe(200);
    expect((await app.get(iri)).body.books).toEqual(pick(books, [1, 3, 2, 0]));
    expect(published.body.books).toEqual(pick(books, [1, 3, 2, 0]));
  });

  test('is published in another order of the same records', async () => {
    const books = await someBooks(3);
    const iri = await aDisplay(books);
    const draft = (await app.patch(iri, { books: pick(books, [2, 1, 0]) }, admin)).body;
    expect(draft['@id']).not.toBe(iri);
    await app.patch(draft['@id'], { publishedAt: 'now' }, admin);
    expect((await app.get(iri)).body.books).toEqual(pick(books, [2, 1, 0]));
  });

  test('replaces a draft with the published record when they are merged', async () => {
    const [first, second, third] = await someBooks(3);
    const draft = (await app.patch(second!, { title: 'new' }, admin)).body['@id'];
    const iri = await aShelf([third!, draft, first!]);
    await app.patch(draft, { publishedAt: 'now' }, admin);
    expect(await shown(iri)).toEqual([third, second, first]);
  });

  test('keeps a draft that its writer cannot see after the same entry', async () => {
    const books = await someBooks(3);
    const [draft] = await someBooks(1, {});
    for (const [place, sent, kept] of [
      [1, [2, 1, 0], [2, 1, 0, 'draft']],
      [2, [2, 1, 0], [2, 1, 'draft', 0]],
      [0, [2, 1, 0], ['draft', 2, 1, 0]],
      [3, [1, 2], [1, 2, 'draft']],
      [1, [2, 1], ['draft', 2, 1]],
    ] as const) {
      const all = books.toSpliced(place, 0, draft!);
      const iri = await aShelf(all);
      await app.patch(iri, { books: pick(books, sent) }, { as: 'user' });
      const { body } = await app.get(iri, admin);
      expect(body.books).toEqual(kept.map((index) => (index === 'draft' ? draft : books[index])));
      expect((await app.get(iri)).body.books).toEqual(pick(books, sent));
    }
  });
});
