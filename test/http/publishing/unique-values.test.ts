import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/contract/json.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';
import type { ContentBuilder } from './content.js';
import { createContent } from './content.js';
import type { TestClock } from './support.js';
import { createTestClock, inMinutes, MINUTE } from './support.js';
import { uniqueManifest } from './unique-types.js';

const ROUNDS = 4;
const CODE = '23bd9dbf-6b9b-41cd-a99e-4844bcf3077f';
const USED = 'This value is already used.';
const admin = { as: 'admin' } as const;

let app: TestApp;
let content: ContentBuilder;
let clock: TestClock;
beforeAll(async () => {
  clock = createTestClock();
  const config = { routable_security: null, route_security: [] };
  app = await startTestApp({ manifest: uniqueManifest, clock, config });
  content = createContent(app);
});
afterAll(() => app.close());

let last = 0;
const next = (): number => (last += 1);
const aTicket = async (body: JsonObject = {}): Promise<string> =>
  (await app.create('/component/tickets', { label: 'a', publishedAt: 'now', ...body }))['@id'];
const aDraft = (live: string, body: JsonObject = { label: 'draft' }): Promise<string> =>
  content.draft(live, body);
const aBox = async (): Promise<string> => (await app.create('/component/boxes', { label: 'b' }))['@id'];

const post = (body: JsonObject) => (): Promise<TestResponse> => app.post('/component/tickets', body, admin);
const patch = (iri: string, body: JsonObject) => (): Promise<TestResponse> => app.patch(iri, body, admin);
const together = (writes: readonly (() => Promise<TestResponse>)[]): Promise<TestResponse[]> =>
  Promise.all(writes.map((write) => write()));

const isStored = ({ status }: TestResponse): boolean => status === 200 || status === 201;

/** One write has the value; the rule is what each of the others is told. */
function expectOneWinner(
  answers: readonly TestResponse[],
  propertyPath: string,
  message: string = USED,
): TestResponse {
  expect(answers.map(({ status }) => status).filter((status) => status !== 422)).toHaveLength(1);
  for (const { body } of answers.filter((answer) => !isStored(answer)))
    expect(body.violations).toEqual([{ propertyPath, message, code: CODE }]);
  const winner = answers.find(isStored);
  if (winner === undefined) throw new Error('no write was stored');
  return winner;
}

/** Every base row of a type has its own row. */
async function halfRows(): Promise<number> {
  const { database } = app.app;
  const sql = `select count(*) as total from ${database.table('abstract_component')} b where b.dtype = 'Ticket' and not exists (select 1 from ${database.table('tickets')} t where t.id = b.id)`;
  return Number((await database.first<{ total: number }>(sql))?.total);
}

async function inRounds(round: () => Promise<void>): Promise<void> {
  for (let at = 0; at < ROUNDS; at += 1) await round();
}

describe('parallel writes of one value of a unique member of a publishable type', () => {
  const kinds: [string, () => Promise<JsonObject>, string, string][] = [
    ['a text', async () => ({ code: randomUUID() }), 'code', 'That code is taken.'],
    ['a long text', async () => ({ motto: randomUUID() }), 'motto', USED],
    ['a number', async () => ({ number: next() }), 'number', USED],
    ['an exact number', async () => ({ price: `${next()}.5` }), 'price', USED],
    ['members together', async () => ({ row: 'A', seat: next() }), 'row', 'Somebody sits there.'],
    ['a relation', async () => ({ box: await aBox() }), 'box', USED],
  ];

  test.each(kinds)('store it once when they create records: %s', (_kind, make, path, message) =>
    inRounds(async () => {
      const body = await make();
      const answers = await together(Array.from({ length: 8 }, () => post(body)));
      expectOneWinner(answers, path, message);
      expect((await post(body)()).status).toBe(422);
      expect(await halfRows()).toBe(0);
    }),
  );

  test.each(kinds)(
    'store it once when they change drafts of different records: %s',
    (_kind, make, path, message) =>
      inRounds(async () => {
        const lives = await Promise.all(Array.from({ length: 4 }, () => aTicket()));
        // Two of the drafts are made by the write itself.
        const drafts = [await aDraft(lives[0]!), await aDraft(lives[1]!), lives[2]!, lives[3]!];
        const body = await make();
        const answers = await together(drafts.map((iri) => patch(iri, { ...body, label: 'b' })));
        const winner = expectOneWinner(answers, path, message);
        expect((await app.get(winner.body['@id'], admin)).body).toMatchObject({ label: 'b' });
        const refused = drafts.filter((_iri, at) => answers[at]?.status === 422);
        for (const iri of refused) expect((await app.get(iri, admin)).body.label).not.toBe('b');
      }),
  );

  test('store it once when one creates and others change published rows and drafts', () =>
    inRounds(async () => {
      const lives = [await aTicket(), await aTicket(), await aTicket()];
      const draft = await aDraft(lives[0]!);
      const body = { code: randomUUID() };
      const answers = await together([
        post(body),
        patch(draft, body),
        patch(`${lives[1]}?published=true`, body),
        () => app.put(`${lives[2]}?published=true`, body, admin),
        post({ ...body, publishedAt: 'now' }),
      ]);
      expectOneWinner(answers, 'code', 'That code is taken.');
    }));

  test('store it once when the one names a record that the other changes', () =>
    inRounds(async () => {
      const live = await aTicket();
      const body = { code: randomUUID(), number: next() };
      const answers = await together([
        patch(live, body),
        post({ ...body, other: live }),
        patch(`${live}?published=true`, { label: 'c' }),
        post({ ...body, other: live }),
        patch(await aTicket({ other: live }), body),
      ]);
      expect(answers.filter(isStored)).toHaveLength(2);
      expect(answers[2]?.status).toBe(200);
      for (const { status } of answers) expect([200, 201, 422]).toContain(status);
    }));

  test('store each of several values once, whatever the order they come in', () =>
    inRounds(async () => {
      const [code, number, box] = [randomUUID(), next(), await aBox()];
      const answers = await together([
        post({ code, number }),
        post({ box, code }),
        post({ number, box }),
        patch(await aTicket(), { box, number, code }),
        post({ number }),
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
      for (const body of make(`x${randomUUID()}`)) inTurn += isStored(await post(body)()) ? 1 : 0;
      const answers = await together(make(`x${randomUUID()}`).map((body) => post(body)));
      expect(answers.filter(isStored)).toHaveLength(inTurn);
      for (const { status } of answers) expect([201, 422]).toContain(status);
    }),
  );

  test('are all stored when the values differ', async () => {
    const answers = await together(
      Array.from({ length: 16 }, () => post({ code: randomUUID(), number: next() })),
    );
    expect(answers.filter(isStored)).toHaveLength(16);
  });
});

describe('a route that parallel writes of publishable page data name', () => {
  test('leads to one of them, and the others are told the rule', () =>
    inRounds(async () => {
      const page = await content.page();
      const name = `/${randomUUID()}`;
      const former = await content.story({ page });
      const route = (await app.create('/_/routes', { path: name, name, pageData: former }))['@id'];
      expect((await app.patch(`${former}?published=true`, { route: null }, admin)).status).toBe(200);
      const answers = await together(
        Array.from(
          { length: 4 },
          () => () =>
            app.post('/page_data/story_datas', { title: 'T', page, route, publishedAt: 'now' }, admin),
        ),
      );
      expectOneWinner(answers, 'route', 'The route must be unique.');
    }));
});

describe('a draft that is merged', () => {
  test('brings its value with it, whoever asks for that value meanwhile', () =>
    inRounds(async () => {
      const [held, wanted] = [randomUUID(), randomUUID()];
      const live = await aTicket({ code: held });
      const draft = await aDraft(live, { code: wanted });
      const [published, ...others] = await together([
        patch(draft, { publishedAt: 'now' }),
        post({ code: wanted }),
        post({ code: held }),
        post({ code: wanted }),
        post({ code: held }),
      ]);
      expect(published?.status).toBe(200);
      expect((await app.get(live)).body.code).toBe(wanted);
      expect(others.filter(({ body }) => body.code === wanted)).toEqual([]);
      // What the published row held is free as soon as it is gone from there.
      expect(others.filter(isStored).length).toBeLessThanOrEqual(1);
      for (const { status } of others) expect([201, 422]).toContain(status);
    }));

  test('brings its value with it when a read finds it due', () =>
    inRounds(async () => {
      const code = randomUUID();
      const live = await aTicket();
      await aDraft(live, { code, publishedAt: inMinutes(1, clock) });
      clock.forward(2 * MINUTE);
      const [read, ...others] = await together([() => app.get(live), post({ code }), post({ code })]);
      expect(read?.body.code).toBe(code);
      expectAllRefused(others);
    }));

  test('keeps its value from others before and after it is due', async () => {
    const code = randomUUID();
    const live = await aTicket({ label: 'published' });
    await aDraft(live, { code, label: 'due', publishedAt: inMinutes(1, clock) });
    expectAllRefused([await post({ code })()]);
    clock.forward(2 * MINUTE);
    expectAllRefused([await post({ code })()]);
    expect((await app.get(live)).body).toMatchObject({ label: 'due', code });
  });
});

function expectAllRefused(answers: readonly TestResponse[]): void {
  for (const { status, body } of answers) {
    expect(status).toBe(422);
    expect(body.violations).toEqual([{ propertyPath: 'code', message: 'That code is taken.', code: CODE }]);
  }
}
