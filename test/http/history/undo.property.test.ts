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

/** A random write, with indexes of its targets in the list of all records so far. */
const write = fc.record({
  kind: fc.constantFrom<Kind>('create', 'place', 'placeTwice', 'retitle', 'publish', 'move', 'remove'),
  at: fc.nat(30),
  other: fc.nat(30),
  text: fc.constantFrom('', 'a', 'ü b', '漢字'),
});
type Kind = 'create' | 'place' | 'placeTwice' | 'retitle' | 'publish' | 'move' | 'remove';

/** The records of one site, in order of creation. */
interface Site {
  readonly articles: string[];
  readonly groups: string[];
  readonly positions: string[];
}

const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? '';

/** Sends a write, which may be rejected: its target may no longer exist. */
async function send({ articles, groups, positions }: Site, step: StepOf<typeof write>): Promise<void> {
  const { kind, at, other, text } = step;
  const [article, group, position] = [pick(articles, at), pick(groups, other), pick(positions, at)];
  const made = async (path: string, body: JsonObject, list: string[]): Promise<void> => {
    const answer = await app.post(path, body, admin);
    if (answer.status === 201) list.push(String(answer.body['@id']));
  };
  switch (kind) {
    case 'create':
      return made('/component/articles', { headline: text || 'A', publishedAt: 'now' }, articles);
    case 'place':
      return made('/_/component_positions', { componentGroup: group, component: article }, positions);
    case 'placeTwice':
      return made(
        '/_/component_positions',
        { componentGroup: pick(groups, at + 1), component: article, sortValue: at },
        positions,
      );
    case 'retitle': // a draft of what is published
      return void (await app.patch(article, { headline: text || 'B' }, admin));
    case 'publish':
      return void (await app.patch(article, { publishedAt: 'now' }, admin));
    case 'move':
      return void (await app.patch(position, { componentGroup: group, sortValue: other }, admin));
    case 'remove':
      return void (await app.delete(text === '' ? position : article, admin));
  }
}
type StepOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Step> ? Step : never;

/** Returns what administrators and visitors see of each record, without members that every write changes. */
async function shown(site: Site): Promise<JsonObject> {
  const all = [...site.articles, ...site.groups, ...site.positions];
  const seen = await Promise.all(
    all.flatMap((iri) =>
      [admin, {}].map((as) => app.get(iri, as).then(({ status, text }) => [status, text])),
    ),
  );
  const comparable = JSON.stringify(seen, (name, value: unknown) =>
    name === 'modifiedAt' ? undefined : value,
  );
  return { all, seen: comparable.replaceAll(/\\"modifiedAt\\":\\"[^"]*\\",?/g, '') };
}

async function newest(): Promise<number> {
  const { body } = await app.get('/_/revisions', admin);
  return Number(body.revisions[0]?.number ?? 0);
}

test('any writes can be undone, revision by revision, to each previous state', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 4, maxLength: 10 }), async (steps) => {
      const groups = await Promise.all(
        [1, 2].map((each) => content.group({ reference: `${each} ${randomUUID()}` })),
      );
      const site: Site = { articles: [await content.article()], groups, positions: [] };
      const states: { readonly number: number; readonly before: JsonObject }[] = [];
      let [number, before] = [await newest(), await shown(site)];
      for (const step of steps) {
        await send(site, step);
        const now = await newest();
        if (now !== number) states.push({ number: now, before });
        [number, before] = [now, await shown(site)];
      }
      for (const state of states.reverse()) {
        const { status, text } = await app.post(`/_/revisions/${state.number}/undo`, undefined, admin);
        expect(status, text).toBe(200);
        taken += 1;
        const known = new Set(state.before.all as readonly string[]);
        const now = await shown({
          articles: site.articles.filter((iri) => known.has(iri)),
          groups: site.groups,
          positions: site.positions.filter((iri) => known.has(iri)),
        });
        expect(now).toEqual(state.before);
      }
    }),
    { numRuns: propertyRuns(12, 'UNDO_RUNS'), endOnFailure: true },
  );
  expect(taken).toBeGreaterThan(0);
});
