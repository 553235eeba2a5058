import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type CoreApp, startCoreApp } from '../core/core-app.js';
import { propertyRuns } from '../../support/property-runs.js';
import { type HiddenSite, hiddenSite, word } from '../visibility/hidden-model.js';
import { addresses, ask, queries } from '../visibility/hidden-questions.js';
import { type BuiltSite, buildHiddenSite } from '../visibility/hidden-site.js';
import { propertyTypes } from '../visibility/hidden-types.js';
import { aToken } from './support.js';

const RUNS = propertyRuns(6);
const SUPER = { as: 'superAdmin' } as const;
const PAST = '2020-01-01T00:00:00Z';

let started: Promise<CoreApp> | undefined;
const start = (): Promise<CoreApp> =>
  (started ??= startCoreApp({
    manifest: propertyTypes,
    config: { access_tokens: { throttle: 1_000_000 } },
  }));
afterAll(async () => {
  await (await started)?.close();
});

/** Types whose records change while a token cannot read them. */
const CHANGED = ['Vault', 'Club', 'Article', 'Page', 'StoryData', 'Route'] as const;
/** Types whose lists and documents reference the changed types. */
const ASKING = ['Card', 'ComponentGroup', 'ComponentPosition', 'Collection', 'Layout'] as const;

const anyScopes = fc.record({
  read: fc.subarray([...CHANGED], { maxLength: CHANGED.length - 1 }),
  drafts: fc.boolean(),
});

/** Changes and adds records of each type that the scopes exclude. */
async function changeUnread(
  { read, drafts }: { readonly read: readonly string[]; readonly drafts: boolean },
  { site, built, app }: { readonly site: HiddenSite; readonly built: BuiltSite; readonly app: CoreApp },
  nextWord: () => string,
): Promise<void> {
  const isUnread = (type: (typeof CHANGED)[number]): boolean => !read.includes(type);
  const patch = async (iri: string, body: Readonly<Record<string, string>>): Promise<void> => {
    const { status, text } = await app.patch(iri, body, SUPER);
    if (status !== 200) throw new Error(`PATCH ${iri} answered ${status}: ${text}`);
  };
  if (isUnread('Vault')) {
    for (const iri of built.vaults) await patch(iri, { name: nextWord() });
    await app.create('/component/vaults', { name: nextWord(), isOpen: true });
  }
  if (isUnread('Club')) {
    for (const iri of built.clubs) await patch(iri, { name: nextWord() });
    await app.create('/record/clubs', { name: nextWord() });
  }
  if (isUnread('Article'))
    for (const [at, iri] of built.articles.entries())
      // IRIs reveal which draft belongs to a record, so the test creates and publishes no drafts.
      if (site.articles[at]?.state !== 'published') await patch(iri, { headline: nextWord() });
  if (isUnread('Article'))
    await app.create('/component/articles', { headline: nextWord(), body: 'b', publishedAt: PAST });
  if (!drafts) await app.create('/component/articles', { headline: nextWord(), publishedAt: null });
  if (isUnread('Page')) for (const { iri } of built.pages) await patch(iri, { title: nextWord() });
  if (isUnread('StoryData'))
    for (const { iri } of built.stories) await patch(iri, { title: nextWord(), publishedAt: PAST });
  if (isUnread('Route'))
    for (const [at, { route }] of [...built.pages, ...built.stories].entries())
      if (route !== null) await patch(route, { name: `${nextWord()}-${at}-${route.slice(-36)}` });
}

describe('records outside the scopes of a token', () => {
  test('do not affect any response', async () => {
    const words = fc.array(word, { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(hiddenSite, queries, words, anyScopes),
        async ([site, requested, supply, scopes]) => {
          const app = await start();
          const built = await buildHiddenSite(site, app);
          const list = await addresses(built, requested, app);
          const names = [...ASKING, ...scopes.read].map((type) => `read:${type}`);
          const { by } = await aToken(app, scopes.drafts ? [...names, 'drafts'] : names);
          const before = await ask(list, by, app);
          let next = 0;
          await changeUnread(scopes, { site, built, app }, () => supply[next++ % supply.length] ?? 'a');
          for (const [address, answer] of Object.entries(await ask(list, by, app)))
            expect([scopes, address, answer]).toEqual([scopes, address, before[address]]);
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 900_000);
});
