import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.js';
import { createContent, type ContentBuilder } from './content.js';
import { inMinutes, MINUTE, type PublishingApp, startPublishingApp } from './support.js';

const admin = { as: 'admin' } as const;
let app: PublishingApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

/** Creates a published article and its draft. */
async function aPair(): Promise<{ readonly live: string; readonly draft: string }> {
  const live = await content.article();
  return { live, draft: await content.draft(live, { headline: 'Second' }) };
}

/** Returns the components of a group's positions in order, as an administrator reads them. */
async function placedIn(group: string): Promise<readonly string[]> {
  const { body } = await app.get(group, admin);
  const shown = await Promise.all(
    (body.componentPositions as readonly string[]).map(async (iri) => (await app.get(iri, admin)).body),
  );
  return shown.map(({ component }) => component);
}

const publish = (draft: string) => app.patch(draft, { publishedAt: 'now' }, admin);

/** Ways to merge the two rows of a pair; each returns the remaining row. */
const WAYS: Readonly<Record<string, (pair: { live: string; draft: string }) => Promise<string>>> = {
  async 'is published'({ live, draft }) {
    expect((await publish(draft)).status).toBe(200);
    return live;
  },
  async 'falls due'({ live, draft }) {
    await app.patch(draft, { publishedAt: inMinutes(1, app.testClock) }, admin);
    app.testClock.forward(2 * MINUTE);
    expect((await app.get(live)).body.headline).toBe('Second');
    return live;
  },
  async 'is left by a deletion of the published row'({ live, draft }) {
    expect((await app.delete(`${live}?published=true`, admin)).status).toBe(204);
    return draft;
  },
  async 'is left when the published row is taken offline'({ live, draft }) {
    expect((await app.patch(`${live}?published=true`, { publishedAt: null }, admin)).status).toBe(200);
    return draft;
  },
};

describe.each(Object.entries(WAYS))('a draft in the group of its published row that %s', (_name, end) => {
  test('leaves one position, that of the published row', async () => {
    const pair = await aPair();
    const group = await content.group();
    const other = await content.article();
    const first = await content.position({ componentGroup: group, component: pair.live });
    await content.position({ componentGroup: group, component: pair.draft });
    await content.position({ componentGroup: group, component: other });
    const left = await end(pair);
    expect(await placedIn(group)).toEqual([left, other]);
    expect((await app.get(group, admin)).body.componentPositions[0]).toBe(first);
  });

  test('keeps its positions in other groups', async () => {
    const pair = await aPair();
    const [shared, own] = [await content.group(), await content.group()];
    await content.position({ componentGroup: shared, component: pair.live });
    await content.position({ componentGroup: own, component: pair.draft });
    const left = await end(pair);
    expect([await placedIn(shared), await placedIn(own)]).toEqual([[left], [left]]);
  });
});

describe('any positions of a pair', () => {
  test('become those of the published row, or those of the draft in groups without it, after publication', async () => {
    const placed = fc.array(fc.constantFrom('live', 'draft', 'other'), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(placed, { minLength: 1, maxLength: 3 }), async (groups) => {
        const pair = await aPair();
        const named = { ...pair, other: await content.article() };
        const iris: string[] = [];
        for (const entries of groups) {
          const componentGroup = await content.group();
          iris.push(componentGroup);
          for (const name of entries) await content.position({ componentGroup, component: named[name] });
        }
        await publish(pair.draft);
        for (const [index, entries] of groups.entries()) {
          const kept = entries.includes('live') ? entries.filter((name) => name !== 'draft') : entries;
          const wanted = kept.map((name) => (name === 'other' ? named.other : pair.live));
          expect(await placedIn(iris[index] ?? '')).toEqual(wanted);
        }
      }),
      { numRuns: propertyRuns(15) },
    );
  });
});
