import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectTables } from '../../../runtime/project/project-types.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { testTypes } from '../../support/test-types.js';
import { propertyRuns } from '../../support/property-runs.js';
import { cascadeManifest } from '../cascades/types.js';
import { createTestClock } from '../publishing/support.js';
import type { UploadsApp } from '../uploads/support.js';
import { startUploadsApp } from '../uploads/support.js';
import { contentTables, dumpContent, LEFT_OUT } from './dump-content.js';
import { sendRandomRequest } from './random-requests.js';
import {
  differenceOf,
  disagreements,
  keptVersions,
  kindOf,
  recordedDifference,
  wrongFields,
} from './recorded-changes.js';
import { countSlots, slotDisagreements } from './slot-rows.js';
import { createWatchFeature } from './watch-feature.js';

const known = new Set(cascadeManifest.resources.map(({ name }) => name));
/** The types of the sample site and some with relations of every kind, uploads and drafts. */
const manifest = {
  ...cascadeManifest,
  resources: [...cascadeManifest.resources, ...testTypes.resources.filter(({ name }) => !known.has(name))],
};
const tables = projectTables(manifest.resources, manifest.user?.fields);
const clock = createTestClock();
const watch = createWatchFeature();
let app: UploadsApp;
beforeAll(async () => {
  const config = { routable_security: null, route_security: [] };
  app = await startUploadsApp({ manifest, clock, config, features: [watch.feature] });
  await loadSampleSite(app);
  // Signing in creates accounts, which the test ignores.
  for (const as of ['admin', 'superAdmin', 'user'] as const) await app.token(as);
  await app.bearer();
});
afterAll(() => app.close());

describe('the changes that the units of work of a request record', () => {
  test(
    'are the difference between two full reads of the database, whatever the request',
    { timeout: 1_200_000 },
    async () => {
      const { registry } = app.app;
      let before = await dumpContent(app.app, tables);
      const senders = new Set([...before.values()].filter(({ type }) => type === 'User').map(({ id }) => id));
      const seen = { created: 0, updated: 0, deleted: 0, refused: 0, slots: 0 };
      await fc.assert(
        fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
          const draw = (count: number): number => Number(numbers.next().value) % count;
          for (let step = 0; step < STEPS; step += 1) {
            watch.takeUnits();
            const content = new Map([...before].filter(([id]) => !senders.has(id)));
            const sent = await sendRandomRequest({ app, clock, draw, content });
            const units = watch.takeUnits();
            const after = await dumpContent(app.app, tables);
            const stored = differenceOf(before, after);
            expect({
              sent: sent.text,
              disagreements: disagreements(stored, recordedDifference(units, registry)),
              wrongFields: wrongFields(units, registry),
              keptVersions: keptVersions(stored),
              slots: await slotDisagreements(app.app, after),
            }).toEqual({ sent: sent.text, disagreements: [], wrongFields: [], keptVersions: [], slots: [] });
            seen.slots = Math.max(seen.slots, countSlots(after, registry));
            for (const difference of stored.values()) seen[kindOf(difference)] += 1;
            if (sent.status >= 400) seen.refused += 1;
            before = after;
          }
        }),
        // Each sequence continues where the last one ended. A failure names its request, and a shorter
        // sequence adds nothing.
        { numRuns: propertyRuns(14, 'RECORDED_CHANGES_RUNS'), endOnFailure: true },
      );
      const { slots, ...counts } = seen;
      for (const count of Object.values(counts)) expect(count).toBeGreaterThan(20);
      expect(slots).toBeGreaterThan(3);
    },
  );

  test('are checked in every table except those that are excluded for a reason', () => {
    const watched = contentTables(app.app.registry);
    const names = tables.map(({ name }) => name);
    expect(names.filter((name) => !watched.has(name)).sort()).toEqual(Object.keys(LEFT_OUT).sort());
  });
});

const STEPS = 40;
