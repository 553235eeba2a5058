import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { testDatabaseName } from '../../support/database.js';
import { propertyRuns } from '../../support/property-runs.js';
import type { TestApp } from '../../support/test-app.js';
import { FILTERS, PATHS, pathTypes } from './path-types.js';
import { isKept, isKeeping, readRaw, startCachingApp } from './support.js';

/** Maximum delay of a PostgreSQL notification; the other databases are checked before each use. */
const PATIENCE_MS = testDatabaseName() === 'postgres' ? 1000 : 0;
const ADMIN = { as: 'admin' } as const;

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startCachingApp({ manifest: pathTypes });
  other = await startCachingApp({ manifest: pathTypes, databaseUrl: app.config.database.url });
  await app.token('admin');
  await other.token('admin');
  await isKeeping(other);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const create = async (path: string, body: JsonObject): Promise<string> =>
  (await app.create(`/component/${path}`, body))['@id'] as string;
const headersOf = async (path: string): Promise<string> =>
  new Map((await readRaw(app, path)).headers).get('Cache-Tags') ?? '';
const names = async (path: string): Promise<readonly string[]> =>
  (
    JSON.parse((await readRaw(app, path, { headers: { accept: 'application/ld+json' } })).body).member as {
      name: string;
    }[]
  ).map(({ name }) => name);

describe('a list that is queried by a dotted path', () => {
  test.for([
    ['a filter', 'exact_topic_area_name=nowhere'],
    ['an order', 'order[topic.area.name]=asc'],
    ['a search', 'search=nowhere'],
  ])(
    'has the cache tags of the collections of every type on it, with or without results: %s',
    async ([, query]) => {
      const tags = await headersOf(`/component/entries?${query}`);
      expect(tags).toContain('/component/topics');
      expect(tags).toContain('/component/areas');
      expect(await headersOf('/component/entries')).not.toContain('/component/topics');
    },
  );

  test('has them if the default order is such a path', async () => {
    const tags = await headersOf('/component/rankeds');
    expect(tags).toContain('/component/topics');
    expect(tags).toContain('/component/areas');
  });

  test('changes with the related record', async () => {
    const area = await create('areas', { name: 'north', publishedAt: '2020-01-01T00:00:00+00:00' });
    const topic = await create('topics', { name: 'sea', area });
    await create('entries', { name: 'ship', topic });
    const [byTopic, byArea] = ['topic_name=sea', 'topic_area_name=north'].map(
      (query) => `/component/entries?exact_${query}`,
    ) as [string, string];
    expect([await names(byTopic), await names(byArea)]).toEqual([['ship'], ['ship']]);
    await app.patch(topic, { name: 'lake' }, ADMIN);
    expect(await names(byTopic)).toEqual([]);
    await app.patch(topic, { name: 'sea' }, ADMIN);
    expect(await names(byTopic)).toEqual(['ship']);
    await app.delete(area, ADMIN);
    expect(await names(byArea)).toEqual([]);
  });

  test('reports one record that matches the search', async () => {
    const topic = await create('topics', { name: 'harbour' });
    const entry = await create('entries', { name: 'crane', topic });
    const found = `${entry}?search=harbour`;
    expect((await readRaw(app, found)).status).toBe(200);
    expect(await isKept(app, found)).toBe(true);
    await app.patch(topic, { name: 'quay' }, ADMIN);
    expect((await readRaw(app, found)).status).toBe(404);
  });
});

const WORDS = ['ab', 'ba', 'a', 'İb', '', null] as const;
const SIZES = [0, 1, -7, null] as const;
const PRICES = ['0.10', '1.00', null] as const;
const MOMENTS = ['2026-01-05T00:00:00+00:00', '2027-03-01T12:00:00+00:00', null] as const;
const DAYS = ['2026-01-05', '2026-02-01', null] as const;

type Draw = <Value>(from: readonly Value[]) => Value;

function bodyOf(draw: Draw): JsonObject {
  const body = {
    name: draw(WORDS),
    size: draw(SIZES),
    price: draw(PRICES),
    isOn: draw([true, false, null]),
    at: draw(MOMENTS),
    day: draw(DAYS),
  };
  return draw([true, false]) ? body : Object.fromEntries([draw(Object.entries(body))]);
}

/** A query with a value that some record may have, or that none has. */
function parameterOf(filter: (typeof FILTERS)[number], draw: Draw): string {
  const { parameter, field, strategy } = filter;
  const member = field.split('.').at(-1) ?? '';
  const values: Readonly<Record<string, readonly (string | number | boolean | null)[]>> = {
    name: [...WORDS, 'nowhere'],
    size: [...SIZES, 99],
    price: [...PRICES, '7.77'],
    isOn: [true, false],
    at: MOMENTS,
    day: DAYS,
  };
  const value = encodeURIComponent(String(draw(values[member] ?? ['']) ?? 'nothing'));
  if (strategy === 'exists') return `${parameter}=${draw(['true', 'false'])}`;
  if (strategy === 'range') return `${parameter}[${draw(['lt', 'lte', 'gt', 'gte'])}]=${value}`;
  if (strategy === 'date') return `${parameter}[${draw(['before', 'strictly_after', 'after'])}]=${value}`;
  return draw([`${parameter}=${value}`, `${parameter}[]=${value}`]);
}

function listOf(draw: Draw): string {
  const kind = draw(['filter', 'filter', 'filters', 'order', 'search'] as const);
  const filter = (): string => parameterOf(draw(FILTERS), draw);
  const order = `order[${draw(PATHS)}]=${draw(['asc', 'desc'])}`;
  const query = {
    filter: filter(),
    filters: [filter(), filter(), order].join('&'),
    order,
    search: `search=${draw(['a', 'ab', 'nowhere'])}`,
  }[kind];
  return `/component/entries?${query}`;
}

async function sendWrite(writer: TestApp, all: Map<string, string>, draw: Draw): Promise<string> {
  const of = (type: string): readonly string[] => [...all].flatMap(([iri, one]) => (one === type ? iri : []));
  const relations = (type: string): JsonObject => ({
    ...(type === 'topics' || type === 'hiddens' ? { area: draw([...of('areas'), null]) } : {}),
    ...(type === 'entries'
      ? { topic: draw([...of('topics'), null]), hidden: draw([...of('hiddens'), null]) }
      : {}),
    ...(type === 'areas' && draw([true, false]) ? { publishedAt: '2020-01-01T00:00:00+00:00' } : {}),
  });
  const how = draw(['create', 'patch', 'patch', 'patch', 'delete'] as const);
  const [iri, type] = draw([...all]);
  if (how === 'delete') {
    const { status } = await writer.delete(iri, ADMIN);
    if (status < 300) all.delete(iri);
    return `DELETE ${iri}: ${status}`;
  }
  const made = how === 'create' ? draw(['areas', 'topics', 'hiddens', 'entries']) : type;
  const body = { ...bodyOf(draw), ...(draw([true, false]) ? relations(made) : {}) };
  const answer =
    how === 'create'
      ? await writer.post(`/component/${made}`, body, ADMIN)
      : await writer.patch(iri, body, ADMIN);
  expect([200, 201]).toContain(answer.status);
  all.set(answer.body['@id'] as string, made);
  return `${how} ${JSON.stringify(body)}: ${answer.status}`;
}

async function staleIn(reader: TestApp, list: string): Promise<readonly string[]> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const headers = { accept: 'application/ld+json' };
    const kept = await readRaw(reader, list, { headers });
    const fresh = await readRaw(reader, list, { headers: { ...headers, range: 'bytes=0-' } });
    expect(fresh.status).toBe(200);
    if (kept.body === fresh.body) return [];
    if (performance.now() > until) return [`${list}: ${kept.body} in place of ${fresh.body}`];
    await sleep(20);
  }
}

const RUNS = propertyRuns(12, 'STALE_LISTS_RUNS');

test(
  'lists by every kind of declared parameter, over up to two relations, equal computed ones after any write',
  { timeout: 600_000 },
  async () => {
    const all = new Map<string, string>();
    for (const type of ['areas', 'topics', 'hiddens', 'entries', 'entries'])
      all.set(await create(type, { name: 'ab' }), type);
    const seen = { hits: 0, none: 0 };
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        // The list is never empty here.
        const draw: Draw = <Value>(from: readonly Value[]) =>
          from[Number(numbers.next().value) % from.length] as Value;
        const lists = Array.from({ length: 12 }, () => listOf(draw));
        for (let step = 0; step < 10; step += 1) {
          if (all.size < 4) all.set(await create('entries', bodyOf(draw)), 'entries');
          const sent = await sendWrite(draw([app, other]), all, draw);
          const reader = draw([app, other]);
          for (const list of lists) {
            expect({ sent, stale: await staleIn(reader, list) }).toEqual({ sent, stale: [] });
            const { body } = await readRaw(reader, list, { headers: { accept: 'application/json' } });
            seen[body.includes('"totalItems":0') ? 'none' : 'hits'] += 1;
          }
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(Math.min(seen.hits, seen.none)).toBeGreaterThan(30 * RUNS);
  },
);
