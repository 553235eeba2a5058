import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { CoreApp } from '../core/core-app.js';
import { startCoreApp } from '../core/core-app.js';
import { CALLERS, hiddenSite, word } from './hidden-model.js';
import { addresses, ask, queries } from './hidden-questions.js';
import { buildHiddenSite, changeHidden } from './hidden-site.js';
import { propertyTypes } from './hidden-types.js';
import { propertyRuns } from '../../support/property-runs.js';

const RUNS = propertyRuns(16);

const apps = new Map<boolean, Promise<CoreApp>>();
afterAll(async () => {
  for (const app of apps.values()) await (await app).close();
});

function appFor(routableSecurity: boolean): Promise<CoreApp> {
  let app = apps.get(routableSecurity);
  if (app === undefined) {
    app = startCoreApp({
      manifest: propertyTypes,
      config: {
        routable_security: routableSecurity ? "is_granted('ROLE_ADMIN')" : null,
        route_security: [{ route: '/secret*', security: "is_granted('ROLE_USER')" }],
      },
    });
    apps.set(routableSecurity, app);
  }
  return app;
}

describe('resources that a caller cannot see', () => {
  test('do not affect any response', async () => {
    let noticed = 0;
    const words = fc.array(word, { minLength: 40, maxLength: 40 });
    const scene = fc.tuple(hiddenSite, queries, words, fc.constantFrom(...CALLERS));
    await fc.assert(
      fc.asyncProperty(scene, async ([site, requested, supply, caller]) => {
        const app = await appFor(site.routableSecurity);
        const built = await buildHiddenSite(site, app);
        const list = await addresses(built, requested, app);
        const before = await ask(list, { as: caller }, app);
        const everything = await app.get('/component/cards?perPage=100', { as: 'superAdmin' });
        let next = 0;
        await changeHidden(caller, { site, built, app }, () => supply[next++ % supply.length] ?? 'a');
        const changed = await app.get('/component/cards?perPage=100', { as: 'superAdmin' });
        if (changed.text !== everything.text) noticed += 1;
        for (const [address, answer] of Object.entries(await ask(list, { as: caller }, app)))
          expect([caller, address, answer]).toEqual([caller, address, before[address]]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    // A caller who sees everything sees the changes.
    expect(noticed).toBeGreaterThan(RUNS / 2);
  }, 900_000);
});
