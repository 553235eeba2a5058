import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { propertyRuns } from '../../support/property-runs.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { startPublishingApp, type PublishingApp } from '../publishing/support.js';

const admin = { as: 'admin' } as const;
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

const KINDS = [
  'add',
  'place',
  'fill',
  'nest',
  'group',
  'retitle',
  'publish',
  'move',
  'page',
  'path',
  'removePosition',
  'removeArticle',
  'removeGroup',
  'undo',
] as const;

/** A random write, with indexes of its targets in the lists of all records so far. */
const write = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(30),
  other: fc.nat(30),
  text: fc.constantFrom('a', 'ü b', '漢字'),
});
type Step = typeof write extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** The records of all pages, in order of creation. */
interface Site {
  readonly pages: string[];
  readonly stories: string[];
  readonly articles: string[];
  readonly groups: string[];
  readonly positions: string[];
  readonly routes: string[];
}

const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? '';

/** Two pages and page data; the first group of each page belongs to it. */
async function aSite(): Promise<Site> {
  const pages = [await content.page({ isTemplate: false }), await content.page({ isTemplate: false })];
  const groups = [
    await content.group({ pages: pages.slice(0, 1) }),
    await content.group({ pages: pages.slice(1) }),
  ];
  const article = await content.article();
  const stories = [await content.story({ lead: article })];
  const path = await content.route({ page: pages[0] ?? '' });
  const { body } = await app.get(`/_/routes/${path}`, admin);
  return { pages, stories, groups, articles: [article], positions: [], routes: [String(body.id)] };
}

/** Sends a write, which may be rejected: its target may no longer exist. */
async function send(site: Site, { kind, at, other, text }: Step): Promise<void> {
  const [article, group, position] = [
    pick(site.articles, at),
    pick(site.groups, other),
    pick(site.positions, at),
  ];
  const made = async (path: string, body: JsonObject, list: string[]): Promise<string> => {
    const answer = await app.post(path, body, admin);
    if (answer.status !== 201) return '';
    list.push(String(answer.body['@id']));
    return String(answer.body['@id']);
  };
  const place = (component: string): Promise<unknown> =>
    made(
      '/_/component_positions',
      { componentGroup: group, component, sortValue: other % 3 },
      site.positions,
    );
  const newGroup = (owner: JsonObject): Promise<unknown> =>
    made('/_/component_groups', { reference: randomUUID(), location: text, ...owner }, site.groups);
  switch (kind) {
    case 'add':
      return void (await place(
        await made(
          '/component/articles',
          { headline: text, body: 'b', publishedAt: at % 4 === 0 ? null : 'now' },
          site.articles,
        ),
      ));
    case 'place':
      return void (await place(article));
    case 'fill':
      return void (await app.patch(pick(site.stories, 0), { lead: article, teaser: text }, admin));
    case 'nest':
      return void (await newGroup({ components: [article] }));
    case 'group':
      return void (await newGroup({ pages: [pick(site.pages, at)] }));
    case 'retitle': // a draft of what is published
      return void (await app.patch(article, { headline: `${text} ${other}` }, admin));
    case 'publish':
      return void (await app.patch(article, { publishedAt: 'now' }, admin));
    case 'move':
      return void (await app.patch(position, { componentGroup: group, sortValue: other }, admin));
    case 'page':
      return void (await app.patch(pick(site.pages, at), { title: `${text} ${other}` }, admin));
    case 'path': {
      const { body } = await app.get(`/_/routes/${pick(site.routes, 0)}`, admin);
      const path = `/${randomUUID()}`;
      return void (await app.patch(`/_/routes/${String(body.path)}`, { path, oldPath: body.path }, admin));
    }
    case 'removePosition':
      return void (await app.delete(position, admin));
    case 'removeArticle':
      return void (await app.delete(article, admin));
    case 'removeGroup':
      return void (await app.delete(group, admin));
    case 'undo':
      return void (await app.post(`/_/revisions/${await newest()}/undo`, undefined, admin));
  }
}

async function newest(): Promise<number> {
  const { body } = await app.get('/_/revisions', admin);
  return Number(body.revisions[0]?.number ?? 0);
}

/** Responses to administrators and visitors at the address of a record. */
type Copy = ReadonlyMap<string, readonly [admin: JsonObject | number, visitor: JsonObject | number]>;

const BELOW = ['route', 'componentGroups', 'componentPositions', 'component', 'lead', 'redirectedFrom'];

/** Returns the relations to resources below a record; those members are strings or lists. */
const below = (document: JsonObject): readonly string[] =>
  BELOW.flatMap((name) => document[name] ?? []).filter((value): value is string => typeof value === 'string');

/** Removes members that every write changes, and a component's positions on other pages. */
function withoutOthers(name: string, value: unknown): unknown {
  if (['modifiedAt', 'locationCount'].includes(name)) return undefined;
  const isArticle = typeof value === 'object' && value !== null && 'headline' in value;
  return isArticle ? { ...value, componentPositions: null } : value;
}

/** Returns a page with all resources below it in their current state, except those in `leftOut`. */
async function copyOf(page: string, leftOut: ReadonlySet<string>): Promise<Copy> {
  const copy = new Map<string, readonly [JsonObject | number, JsonObject | number]>();
  const look = async (iri: string, as: typeof admin | undefined): Promise<JsonObject | number> => {
    const { status, text } = await app.get(iri, as);
    if (status !== 200) return status;
    return JSON.parse(text, withoutOthers) as JsonObject;
  };
  for (const iris = [page]; iris.length > 0;) {
    const iri = iris.pop() ?? '';
    if (copy.has(iri) || leftOut.has(iri)) continue;
    const [shown, visible] = [await look(iri, admin), await look(iri, undefined)];
    copy.set(iri, [shown, visible]);
    if (typeof shown !== 'number') iris.push(...below(shown));
  }
  return copy;
}

/** Removes from a previous copy what is not compared with the current one. */
function without(copy: Copy, page: string, leftOut: ReadonlySet<string>): Copy {
  const kept = new Map<string, readonly [JsonObject | number, JsonObject | number]>();
  for (const iris = [page]; iris.length > 0;) {
    const iri = iris.pop() ?? '';
    const found = copy.get(iri);
    if (found === undefined || kept.has(iri) || leftOut.has(iri)) continue;
    kept.set(iri, found);
    if (typeof found[0] !== 'number') iris.push(...below(found[0]));
  }
  return kept;
}

test('after any writes, restoring a page to a time restores its state or lists what other pages use', async () => {
  let [restored, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 4, maxLength: 12 }), fc.nat(), async (steps, drawn) => {
      const site = await aSite();
      const page = pick([...site.pages, ...site.stories], drawn);
      const states: { readonly at: string; readonly copy: Copy }[] = [];
      const note = async (): Promise<void> => {
        states.push({ at: app.testClock.now().toISOString(), copy: await copyOf(page, new Set()) });
      };
      await note();
      for (const step of steps) {
        await send(site, step);
        await note();
      }
      const chosen = states[drawn % states.length];
      if (chosen === undefined) return;
      const { status, body, text } = await app.post(`${page}/restore`, { at: chosen.at }, admin);
      expect([200, 409], text).toContain(status);
      if (status === 409) {
        refused += 1;
        expect(body.conflicts.length).toBeGreaterThan(0);
        expect(await copyOf(page, new Set())).toEqual(states.at(-1)?.copy);
        return;
      }
      restored += 1;
      const shared = new Set(body.shared as readonly string[]);
      expect(await copyOf(page, shared)).toEqual(without(chosen.copy, page, shared));
    }),
    { numRuns: propertyRuns(15, 'RESTORE_RUNS'), endOnFailure: true },
  );
  expect(restored).toBeGreaterThan(refused);
});
