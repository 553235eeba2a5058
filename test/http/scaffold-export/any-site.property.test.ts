import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { projectTables } from '../../../runtime/project/project-types.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { testTypes } from '../../support/test-types.js';
import { propertyRuns } from '../../support/property-runs.js';
import { cascadeManifest } from '../cascades/types.js';
import { createTestClock } from '../publishing/support.js';
import { dumpContent } from '../unit-of-work/dump-content.js';
import { sendRandomRequest } from '../unit-of-work/random-requests.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { exportOf } from './exported-site.js';
import { expectSameSite } from './site-snapshot.js';

const known = new Set(cascadeManifest.resources.map(({ name }) => name));
const others = testTypes.resources.filter(({ name }) => !known.has(name));
const manifest = { ...cascadeManifest, resources: [...cascadeManifest.resources, ...others] };
const tables = projectTables(manifest.resources, manifest.user?.fields);
const STEPS = Number(process.env.EXPORT_STEPS ?? 150);

test(
  'any site is exported or its gaps are listed, the export loads, and the loaded site is exported completely',
  { timeout: 900_000 },
  async () => {
    const clock = createTestClock();
    const anApp = async (): Promise<UploadsApp> => {
      const app = await startUploadsApp({ manifest, clock });
      onTestFinished(() => app.close());
      return app;
    };
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const draw = (count: number): number => Number(numbers.next().value) % count;
        const [site, copy, again] = [await anApp(), await anApp(), await anApp()];
        await loadSampleSite(site);
        for (const as of ['superAdmin', 'user'] as const) await site.token(as);
        for (let step = 0; step < STEPS; step += 1) {
          const content = await dumpContent(site.app, tables);
          const among = new Map([...content].filter(([, { type }]) => type !== 'User'));
          await sendRandomRequest({ app: site, clock, draw, content: among });
        }
        await (await exportOf(site, { clock })).load(copy);
        const whole = await exportOf(copy, { clock });
        expect(whole.gaps).toEqual([]);
        await whole.load(again);
        await expectSameSite(again, copy, clock.now());
      }),
      { numRuns: propertyRuns(2, 'EXPORT_RUNS'), endOnFailure: true },
    );
  },
);
