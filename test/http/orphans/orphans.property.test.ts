import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectTables } from '../../../runtime/project/project-types.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { publishingManifest } from '../publishing/types.js';
import { createTestClock } from '../publishing/support.js';
import { dumpContent } from '../unit-of-work/dump-content.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { sendReachMove } from '../visibility/reach-moves.js';
import { modelOrphans } from './orphan-model.js';

const ADMIN = { as: 'admin' } as const;
const STEPS = 25;
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

async function scan(): Promise<Record<string, unknown>> {
  const before = (await app.get('/_/orphaned_resources', ADMIN)).body.generatedAt as unknown;
  expect((await app.post('/_/orphaned_resources/scan', undefined, ADMIN)).status).toBe(202);
  await expect
    .poll(async () => (await app.get('/_/orphaned_resources', ADMIN)).body.generatedAt as unknown)
    .not.toBe(before);
  const { componentGroups, componentPositions, components } = (await app.get('/_/orphaned_resources', ADMIN))
    .body;
  return { componentGroups, componentPositions, components };
}

test('the report lists what is unreachable, and a deletion deletes exactly that', async () => {
  const seen = { orphans: 0, deleted: 0 };
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
      const draw = (count: number): number => Number(numbers.next().value) % count;
      const sent: string[] = [];
      for (let step = 0; step < STEPS; step += 1) {
        const all = await dumpContent(app.app, tables);
        const content = new Map([...all].filter(([, { type }]) => type !== 'User'));
        sent.push((await sendReachMove({ app, clock, draw, content })).text);
        if (step % 4 !== 3) continue;
        const report = await scan();
        const wanted = await modelOrphans(app.app);
        expect({ sent, report }).toEqual({ sent, report: wanted });
        seen.orphans += Object.values(wanted).flat().length;
      }
      const orphans = await modelOrphans(app.app);
      const before = await dumpContent(app.app, tables);
      const chosen = Object.values(orphans).flat();
      const some = chosen.filter(() => draw(3) === 0);
      const body = draw(2) === 0 ? { all: true } : { iris: some };
      const answer = await app.post('/_/orphaned_resources/delete', body, ADMIN);
      if (!('all' in body) && some.length === 0) {
        expect(answer.status).toBe(422);
        return;
      }
      expect(answer.status).toBe(200);
      const after = await dumpContent(app.app, tables);
      const gone = [...before.values()].filter(({ id }) => !after.has(id));
      const irisOf = gone.map(({ type, id }) => app.app.iris.item(app.app.registry.require(type), id)).sort();
      const notified = Object.values(answer.body.deleted as Record<string, string[]>).flat();
      expect({ sent, notified: [...notified].sort() }).toEqual({ sent, notified: irisOf });
      expect(answer.body.rejected).toEqual([]);
      // Deleted resources were orphans, or drafts of orphans.
      const drafts = new Set(
        gone
          .filter(({ values }) => (values.get('publishedResource') ?? 'null') !== 'null')
          .map(({ id }) => id),
      );
      expect(notified.filter((iri) => !chosen.includes(iri) && !drafts.has(iri.slice(-36)))).toEqual([]);
      seen.deleted += notified.length;
      const left = await modelOrphans(app.app);
      if ('all' in body) expect(Object.values(left).flat()).toEqual([]);
      const stored = (await app.get('/_/orphaned_resources', ADMIN)).body;
      expect(Object.values(left).flat()).toEqual([
        ...stored.componentGroups,
        ...stored.componentPositions,
        ...stored.components,
      ]);
    }),
    { numRuns: Number(process.env.ORPHANS_RUNS ?? 6), endOnFailure: true },
  );
  expect(Math.min(seen.orphans, seen.deleted)).toBeGreaterThan(5);
});
