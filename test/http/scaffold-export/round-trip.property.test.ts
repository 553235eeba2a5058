import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadSampleSite } from '../../support/sample-site.js';
import { testTypes } from '../../support/test-types.js';
import { propertyRuns } from '../../support/property-runs.js';
import { cascadeManifest } from '../cascades/types.js';
import { createTestClock, MINUTE, type TestClock } from '../publishing/support.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { compilerFaults, exportOf } from './exported-site.js';
import { makeSite } from './made-site.js';
import { expectSameSite } from './site-snapshot.js';

const known = new Set(cascadeManifest.resources.map(({ name }) => name));
const others = testTypes.resources.filter(({ name }) => !known.has(name));
export const manifest = { ...cascadeManifest, resources: [...cascadeManifest.resources, ...others] };

/** A time after the sample site was published. */
function aClock(): TestClock {
  const clock = createTestClock();
  clock.forward(5 * MINUTE);
  return clock;
}

async function anApp(clock: TestClock): Promise<UploadsApp> {
  const app = await startUploadsApp({ manifest, clock });
  onTestFinished(() => app.close());
  return app;
}

describe('generate-fixtures', () => {
  test('the exported sample site, loaded into an empty database, gives the same responses and the same export', async () => {
    const clock = aClock();
    const [site, copy] = [await anApp(clock), await anApp(clock)];
    await loadSampleSite(site);
    const exported = await exportOf(site, { clock });
    expect(exported.gaps).toEqual([]);
    await exported.load(copy);
    await expectSameSite(copy, site, clock.now());
    expect((await exportOf(copy, { clock })).source).toBe(exported.source);
  });

  test('a random site is exported completely, compiles, and gives the same responses when it is loaded elsewhere', async () => {
    const sources: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const clock = aClock();
        const [site, copy] = [await anApp(clock), await anApp(clock)];
        await loadSampleSite(site);
        const draw = (count: number): number => Number(numbers.next().value) % count;
        await makeSite(site, { draw, now: clock.now() });
        const exported = await exportOf(site, { clock });
        expect(exported.gaps).toEqual([]);
        const first = await exported.load(copy);
        await expectSameSite(copy, site, clock.now());
        expect(Object.keys(first.summary.kept)).toEqual([]);
        sources.push(exported.source);
      }),
      { numRuns: propertyRuns(2, 'EXPORT_RUNS'), endOnFailure: true },
    );
    expect(compilerFaults(sources[0] ?? '')).toEqual([]);
  });
});
