import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { testDatabaseName } from '../../support/database.js';
import type { UniqueSite } from './unique-support.js';
import {
  CODE_TAKEN,
  expectOneWinner,
  inRounds,
  isStored,
  startUniqueSite,
  together,
  USED,
} from './unique-support.js';

const admin = { as: 'admin' } as const;
/** Locks of values; writes that derive rows lock a separate number. */
const LOCK = /unique_value_lock.*:id/;

let site: UniqueSite;
beforeAll(async () => {
  site = await startUniqueSite();
});
afterAll(() => site.app.close());

let last = 0;
const next = (): number => (last += 1);
const aDraft = (live: string): Promise<string> => site.content.draft(live, { label: 'draft' });

/** Counts the base rows of tickets without a row of their own. */
async function halfRows(): Promise<number> {
  const { database } = site.app.app;
  const sql = `select count(*) as total from ${database.table('abstract_component')} b where b.dtype = 'Ticket' and not exists (select 1 from ${database.table('tickets')} t where t.id = b.id)`;
  return Number((await database.first<{ total: number }>(sql))?.total);
}

describe('parallel writes of one value of a unique member of a publishable type', () => {
  const kinds: [string, () => Promise<JsonObject>, string, string][] = [
    ['a text', async () => ({ code: randomUUID() }), 'code', CODE_TAKEN],
    ['a long text', async () => ({ motto: randomUUID() }), 'motto', USED],
    ['a number', async () => ({ number: next() }), 'number', USED],
    ['an exact number', async () => ({ price: `${next()}.5` }), 'price', USED],
    ['members together', async () => ({ row: 'A', seat: next() }), 'row', 'Somebody sits there.'],
    ['a relation', async () => ({ box: await site.box() }), 'box', USED],
  ];

  test.for(kinds)('store it once when they create records: %s', ([, make, path, message]) =>
    inRounds(async () => {
      const body = await make();
      const answers = await together(Array.from({ length: 8 }, () => site.post(body)));
      expectOneWinner(answers, path, message);
      expect((await site.post(body)()).status).toBe(422);
      expect(await halfRows()).toBe(0);
    }),
  );

  test.for(kinds)(
    'store it once when they change drafts of different records: %s',
    ([, make, path, message]) =>
      inRounds(async () => {
        const lives = await Promise.all(Array.from({ length: 4 }, () => site.ticket()));
        // The write itself creates two of the drafts.
        const drafts = [await aDraft(lives[0]!), await aDraft(lives[1]!), lives[2]!, lives[3]!];
        const body = await make();
        const answers = await together(drafts.map((iri) => site.patch(iri, { ...body, label: 'b' })));
        const winner = expectOneWinner(answers, path, message);
        expect((await site.app.get(winner.body['@id'], admin)).body).toMatchObject({ label: 'b' });
        const refused = drafts.filter((_iri, at) => answers[at]?.status === 422);
        for (const iri of refused) expect((await site.app.get(iri, admin)).body.label).not.toBe('b');
      }),
  );

  test('store it once if one creates and others change published rows and drafts', () =>
    inRounds(async () => {
      const lives = [await site.ticket(), await site.ticket(), await site.ticket()];
      const draft = await aDraft(lives[0]!);
      const body = { code: randomUUID() };
      const answers = await together([
        site.post(body),
        site.patch(draft, body),
        site.patch(`${lives[1]}?published=true`, body),
        () => site.app.put(`${lives[2]}?published=true`, body, admin),
        site.post({ ...body, publishedAt: 'now' }),
      ]);
      expectOneWinner(answers, 'code', CODE_TAKEN);
    }));

  test('store it once if one references a record that another changes', () =>
    inRounds(async () => {
      const live = await site.ticket();
      const body = { code: randomUUID(), number: next() };
      const answers = await together([
        site.patch(live, body),
        site.post({ ...body, other: live }),
        site.patch(`${live}?published=true`, { label: 'c' }),
        site.post({ ...body, other: live }),
        site.patch(await site.ticket({ other: live }), body),
      ]);
      expect(answers.filter(isStored)).toHaveLength(2);
      expect(answers[2]?.status).toBe(200);
      for (const { status } of answers) expect([200, 201, 422]).toContain(status);
    }));

  test('store each of several values once, in any order', () =>
    inRounds(async () => {
      const [code, number, box] = [randomUUID(), next(), await site.box()];
      const answers = await together([
        site.post({ code, number }),
        site.post({ box, code }),
        site.post({ number, box }),
        site.patch(await site.ticket(), { box, number, code }),
        site.post({ number }),
      ]);
      const stored = answers.filter(isStored).map(({ body }) => body as JsonObject);
      for (const [name, value] of Object.entries({ code, number, box }))
        expect(stored.filter((body) => body[name] === value).length).toBeLessThanOrEqual(1);
      expect(stored.length).toBeGreaterThan(0);
      for (const { status } of answers) expect([200, 201, 422]).toContain(status);
    }));

  test.each<[string, (word: string) => readonly JsonObject[]]>([
    [
      'spellings',
      (word) => [word, `${word} `, word.toUpperCase(), `${word}é`, `${word}e`].map((code) => ({ code })),
    ],
    [
      'spellings of a long text',
      (word) => [word, `${word} `, word.toUpperCase(), `${word}é`, `${word}e`].map((motto) => ({ motto })),
    ],
  ])('store as many %s as the same writes one after the other', (_kind, make) =>
    inRounds(async () => {
      let inTurn = 0;
      for (const body of make(`x${randomUUID()}`)) inTurn += isStored(await site.post(body)()) ? 1 : 0;
      const answers = await together(make(`x${randomUUID()}`).map((body) => site.post(body)));
      expect(answers.filter(isStored)).toHaveLength(inTurn);
      for (const { status } of answers) expect([201, 422]).toContain(status);
    }),
  );

  test('are all stored if the values differ', async () => {
    const answers = await together(
      Array.from({ length: 16 }, () => site.post({ code: randomUUID(), number: next() })),
    );
    expect(answers.filter(isStored)).toHaveLength(16);
  });
});

describe('a route that parallel writes of publishable page data reference', () => {
  test('leads to one of them, and the others are rejected with the rule', () =>
    inRounds(async () => {
      const page = await site.content.page();
      const name = `/${randomUUID()}`;
      const previous = await site.content.story({ page });
      const route = (await site.app.create('/_/routes', { path: name, name, pageData: previous }))['@id'];
      expect((await site.app.patch(`${previous}?published=true`, { route: null }, admin)).status).toBe(200);
      const answers = await together(
        Array.from(
          { length: 4 },
          () => () =>
            site.app.post('/page_data/story_datas', { title: 'T', page, route, publishedAt: 'now' }, admin),
        ),
      );
      expectOneWinner(answers, 'route', 'The route must be unique.');
    }));
});

describe('a write without a value for a unique member of a publishable type', () => {
  async function locksOf(write: () => Promise<unknown>): Promise<number> {
    site.app.takeStatements();
    await write();
    return site.app.takeStatements().filter((sql) => LOCK.test(sql)).length;
  }

  test('waits for no other', async () => {
    const body = { code: randomUUID(), row: 'B', seat: next() };
    const live = await site.ticket(body);
    const draft = await aDraft(live);
    expect(await locksOf(site.post({ label: 'none', row: 'B' }))).toBe(0);
    expect(await locksOf(site.patch(live, { ...body, label: 'same' }))).toBe(0);
    expect(await locksOf(site.patch(draft, { label: 'other', number: null }))).toBe(0);
    expect(await locksOf(site.patch(draft, { publishedAt: 'now' }))).toBe(0);
    expect(await locksOf(() => site.app.post('/component/tokens', { code: randomUUID() }, admin))).toBe(0);
  });

  test.skipIf(testDatabaseName() === 'sqlite')(
    'differs from one with a value, which waits once',
    async () => {
      expect(await locksOf(site.post({ code: randomUUID() }))).toBe(1);
      expect(await locksOf(site.patch(await site.ticket(), { number: next() }))).toBe(1);
    },
  );
});
