import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import { propertyRuns } from '../../support/property-runs.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createTestClock } from '../publishing/support.js';
import { PATHS, pathTypes } from '../response-cache/path-types.js';
import { links } from './linked-types.js';

/** Entries are sorted by their members and by the relation itself; they list topics. */
const manifest: Manifest = {
  ...pathTypes,
  resources: pathTypes.resources.map((resource) =>
    resource.name === 'Entry'
      ? {
          ...resource,
          fields: [
            ...resource.fields,
            links('topics', 'Topic', {
              table: 'entry_topics',
              ownColumn: 'entry_id',
              targetColumn: 'topic_id',
              owner: true,
            }),
          ],
          orderFields: [...(resource.orderFields ?? []), 'topic'],
        }
      : resource,
  ),
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ manifest, clock: createTestClock(), config: { routable_security: null } });
});
afterAll(() => app.close());

/** Letters with the same order in every collation. */
const members = {
  name: fc.constantFrom(null, 'a', 'b', 'c', 'd'),
  size: fc.constantFrom(null, -1, 0, 7, 10),
  price: fc.constantFrom(null, '-2.50', '0.00', '9.00', '10.00'),
  isOn: fc.constantFrom(null, true, false),
  at: fc.constantFrom(null, '2026-01-05T10:00:00+00:00', '2026-01-06T00:00:00+00:00'),
  day: fc.constantFrom(null, '2025-12-31', '2026-01-01'),
};
const index = fc.option(fc.nat(3), { freq: 3 });
const plan = fc.record({
  areas: fc.array(fc.record({ ...members, isDraft: fc.boolean() }), { minLength: 4, maxLength: 4 }),
  topics: fc.array(fc.record({ ...members, area: index }), { minLength: 4, maxLength: 4 }),
  hiddens: fc.array(fc.record({ ...members, area: index }), { minLength: 4, maxLength: 4 }),
  entries: fc.array(
    fc.record({ ...members, topic: index, hidden: index, topics: fc.uniqueArray(fc.nat(3)) }),
    { minLength: 8, maxLength: 24 },
  ),
  questions: fc.array(
    fc.record({
      terms: fc.uniqueArray(
        fc.tuple(fc.constantFrom(...PATHS, 'topic'), fc.constantFrom('asc' as const, 'desc' as const)),
        { maxLength: 3, selector: ([path]) => path },
      ),
      perPage: fc.constantFrom(1, 3, 7, 100),
      as: fc.constantFrom('anonymous' as const, 'admin' as const),
    }),
    { minLength: 12, maxLength: 12 },
  ),
});

/** A record of the model: its values and its related records. */
interface Item {
  readonly id: string;
  readonly values: Readonly<Record<string, JsonValue>>;
  readonly related: Readonly<Record<string, Item | undefined>>;
  readonly isOpen: boolean;
}
type Drawn = Readonly<Record<string, unknown>>;

const IRI = /[0-9a-f-]{36}$/;
const idOf = (iri: string): string => IRI.exec(iri)![0];

let made = 0;

async function make(
  path: string,
  drawn: Drawn,
  { related = {}, ...more }: { related?: Item['related']; body?: JsonObject; isOpen?: boolean } = {},
): Promise<Item> {
  const values = Object.fromEntries(Object.keys(members).map((name) => [name, drawn[name] as JsonValue]));
  const relations = Object.fromEntries(
    Object.entries(related).map(([name, to]) => [name, to === undefined ? null : iriOf(name, to)]),
  );
  const created = await app.create(`/component/${path}`, { ...values, ...relations, ...more.body });
  const own = { ...values, createdAt: (made += 1) };
  return { id: idOf(created['@id']), values: own, related, isOpen: more.isOpen ?? true };
}

const iriOf = (name: string, { id }: Item): string => `/_api/component/${name}s/${id}`;

/** Returns the value at a path for the caller, or null if it is hidden. */
function valueAt(item: Item, path: string, isAdmin: boolean): JsonValue {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0 && !(name in item.related)) return item.values[name] ?? null;
  const next = item.related[name];
  if (next === undefined || !(next.isOpen || isAdmin)) return null;
  return rest.length === 0 ? next.id : valueAt(next, rest.join('.'), isAdmin);
}

function compare(left: JsonValue, right: JsonValue): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? -1 : 1;
  const [one, other] = [left, right].map((value) =>
    typeof value === 'string' && /^-?\d+\.\d\d$/.test(value) ? Number(value) : value,
  );
  return one! < other! ? -1 : 1;
}

type Terms = readonly (readonly [path: string, direction: 'asc' | 'desc'])[];

function ordered(items: readonly Item[], terms: Terms, isAdmin: boolean): string[] {
  const all = [...terms, ['id', terms.at(-1)?.[1] ?? 'asc'] as const];
  return [...items]
    .sort((left, right) => {
      for (const [path, direction] of all) {
        const [one, other] = [left, right].map((item) =>
          path === 'id' ? item.id : valueAt(item, path, isAdmin),
        );
        const difference = compare(one!, other!);
        if (difference !== 0) return direction === 'asc' ? difference : -difference;
      }
      return 0;
    })
    .map(({ id }) => id);
}

async function idsOf(path: string, as: 'anonymous' | 'admin', perPage: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await app.get(`${path}&perPage=${perPage}&page=${page}`, { as });
    expect(status).toBe(200);
    const found = body.member.map((member: JsonObject) => idOf(member['@id'] as string));
    ids.push(...found);
    if (found.length < perPage) return ids;
  }
}

describe('the order of a list', () => {
  test('has nulls first ascending and last descending, whatever the path, the page and the caller', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ areas, topics, hiddens, entries, questions }) => {
        const at = (list: readonly Item[], place: number | null): Item | undefined =>
          place === null ? undefined : list[place];
        const [madeAreas, madeTopics, madeHiddens, madeEntries, ranked]: Item[][] = [[], [], [], [], []];
        for (const area of areas)
          madeAreas!.push(
            await make('areas', area, {
              body: { publishedAt: area.isDraft ? null : '2026-01-01T00:00:00+00:00' },
              isOpen: !area.isDraft,
            }),
          );
        for (const topic of topics)
          madeTopics!.push(await make('topics', topic, { related: { area: at(madeAreas!, topic.area) } }));
        for (const hidden of hiddens)
          madeHiddens!.push(
            await make('hiddens', hidden, {
              related: { area: at(madeAreas!, hidden.area) },
              isOpen: hidden.isOn === true,
            }),
          );
        for (const entry of entries) {
          const related = { topic: at(madeTopics!, entry.topic), hidden: at(madeHiddens!, entry.hidden) };
          const listed = entry.topics.map((place) => iriOf('topic', madeTopics![place]!));
          const made = await make('entries', entry, { related, body: { topics: listed } });
          madeEntries!.push(made);
          expect((await app.get(`/component/entries/${made.id}`)).body.topics ?? []).toEqual(listed);
          const topic = related.topic === undefined ? null : iriOf('topic', related.topic);
          const { '@id': iri } = await app.create('/component/rankeds', { name: entry.name, topic });
          ranked!.push({ id: idOf(iri), values: {}, related: { topic: related.topic }, isOpen: true });
        }
        for (const { terms, perPage, as } of questions) {
          const query = terms.map(([path, direction]) => `order[${path}]=${direction}`).join('&');
          const ids = await idsOf(`/component/entries?${query}`, as, perPage);
          const own = ids.filter((id) => madeEntries!.some((entry) => entry.id === id));
          // Newest first by default.
          const requested: Terms = terms.length === 0 ? [['createdAt', 'desc']] : terms;
          expect({ query, as, ids: own }).toEqual({
            query,
            as,
            ids: ordered(madeEntries!, requested, as === 'admin'),
          });
        }
        for (const as of ['anonymous', 'admin'] as const)
          expect(await idsOf('/component/rankeds?', as, 5)).toEqual(
            ordered(ranked!, [['topic.area.name', 'asc']], as === 'admin'),
          );
        for (const [name, list] of Object.entries({ entries: madeEntries!, rankeds: ranked! }))
          for (const { id } of list) await app.delete(`/component/${name}/${id}`, { as: 'admin' });
      }),
      { numRuns: propertyRuns(8, 'LIST_RUNS'), endOnFailure: true },
    );
  });
});
