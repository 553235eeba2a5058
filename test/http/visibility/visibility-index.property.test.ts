import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectTables } from '../../../runtime/project/project-types.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { propertyRuns } from '../../support/property-runs.js';
import { publishingManifest } from '../publishing/types.js';
import { createTestClock } from '../publishing/support.js';
import { dumpContent } from '../unit-of-work/dump-content.js';
import type { UploadsApp } from '../uploads/support.js';
import { startUploadsApp } from '../uploads/support.js';
import { sendReachMove } from './reach-moves.js';
import { expectExactReach } from './visibility-index-check.js';

const tables = projectTables(publishingManifest.resources, publishingManifest.user?.fields);
const clock = createTestClock();
let app: UploadsApp;
beforeAll(async () => {
  const config = { routable_security: null, route_security: [] };
  app = await startUploadsApp({ manifest: publishingManifest, clock, config });
  await loadSampleSite(app);
  for (const as of ['admin', 'superAdmin', 'user'] as const) await app.token(as);
});
afterAll(() => app.close());

describe('stored visibility', () => {
  test('follows from the stored records, whatever the requests', { timeout: 1_200_000 }, async () => {
    const seen = { accepted: 0, refused: 0 };
    const size = { openings: 0, sets: 0 };
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const draw = (count: number): number => Number(numbers.next().value) % count;
        const sent: string[] = [];
        for (let step = 0; step < STEPS; step += 1) {
          const all = await dumpContent(app.app, tables);
          const content = new Map([...all].filter(([, { type }]) => type !== 'User'));
          const { text, status } = await sendReachMove({ app, clock, draw, content });
          sent.push(text);
          seen[status < 400 ? 'accepted' : 'refused'] += 1;
          if (step % 3 !== 2) continue;
          const stored = await expectExactReach(app.app, sent.splice(0));
          size.openings = Math.max(size.openings, stored.openings.length);
          size.sets = Math.max(size.sets, stored.standing.filter((line) => line.includes('+')).length);
        }
      }),
      // Each sequence continues where the last one ended. A failure names its requests, and a shorter one
      // adds nothing.
      { numRuns: propertyRuns(10, 'STORED_REACH_RUNS'), endOnFailure: true },
    );
    expect(seen.accepted).toBeGreaterThan(seen.refused);
    expect(size.openings).toBeGreaterThan(20);
    expect(size.sets).toBeGreaterThan(1);
  });
});

const STEPS = 30;
