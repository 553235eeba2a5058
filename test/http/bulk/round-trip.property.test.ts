import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { makeSite } from '../scaffold-export/made-site.js';
import { expectSameSite } from '../scaffold-export/site-snapshot.js';
import { addUniqueSite } from './unique-site.js';
import { aClock, aFolder, anApp, contentOf, run } from './support.js';

describe('cms export and cms import', () => {
  test('a random site with unique values, drafts and records equals its copy, before and after changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const clock = aClock();
        const [site, copy] = [await anApp(clock), await anApp(clock)];
        await loadSampleSite(site);
        const draw = (count: number): number => Number(numbers.next().value) % count;
        await makeSite(site, { draw, now: clock.now() });
        const unique = await addUniqueSite(site, draw);
        for (const isChanged of [false, true]) {
          if (isChanged) await unique.change();
          const [first, second] = [await aFolder(), await aFolder()];
          expect(await run(site, 'export', first)).toMatchObject({ code: 0, errors: [] });
          const words = ['--batch', String(1 + draw(60)), '--delete-missing'];
          expect(await run(copy, 'import', first, ...words, '--dry-run')).toMatchObject({
            code: 0,
            errors: [],
          });
          expect(await run(copy, 'import', first, ...words, '--yes')).toMatchObject({ code: 0, errors: [] });
          expect(await run(copy, 'export', second)).toMatchObject({ code: 0, errors: [] });
          expect(await contentOf(second)).toEqual(await contentOf(first));
        }
      }),
      { numRuns: propertyRuns(1, 'EXPORT_RUNS'), endOnFailure: true },
    );
  });

  test('a random site imported into an empty database gives the same responses, and the same bytes when exported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const clock = aClock();
        const [site, copy] = [await anApp(clock), await anApp(clock)];
        await loadSampleSite(site);
        const draw = (count: number): number => Number(numbers.next().value) % count;
        await makeSite(site, { draw, now: clock.now() });
        const [first, second] = [await aFolder(), await aFolder()];
        expect(await run(site, 'export', first)).toMatchObject({ code: 0, errors: [] });
        const batch = String(1 + draw(60));
        expect(await run(copy, 'import', first, '--batch', batch)).toMatchObject({ code: 0, errors: [] });
        expect(await run(copy, 'export', second)).toMatchObject({ code: 0, errors: [] });
        expect(await contentOf(second)).toEqual(await contentOf(first));
        await expectSameSite(copy, site, clock.now());
        const again = await run(copy, 'import', first);
        expect(again.printed.at(-1)).toMatch(/^Imported: created 0, changed 0, left [\d,]+ untouched\.$/);
      }),
      { numRuns: propertyRuns(2, 'EXPORT_RUNS'), endOnFailure: true },
    );
  });
});
