import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { broadcastOf } from '../../../runtime/features/realtime/broadcast.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { projectTables } from '../../../runtime/project/project-types.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { testTypes } from '../../support/test-types.js';
import { propertyRuns } from '../../support/property-runs.js';
import { cascadeManifest } from '../cascades/types.js';
import { createTestClock } from '../publishing/support.js';
import { dumpContent, type ContentById } from '../unit-of-work/dump-content.js';
import { sendRandomRequest } from '../unit-of-work/random-requests.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { arePublished, JWT, ORIGIN, type RecordingHub, SECRET, startRecordingHub } from './support.js';

const known = new Set(cascadeManifest.resources.map(({ name }) => name));
/** Records have separate topics: test/http/records. */
const others = testTypes.resources.filter(({ name, kind }) => !known.has(name) && kind !== 'record');
const own = [...cascadeManifest.resources, ...others].map((resource) => ({
  ...resource,
  extensions: { realtime: {} },
}));
const manifest = { ...cascadeManifest, resources: own };
const tables = projectTables(manifest.resources, manifest.user?.fields);
const clock = createTestClock();
const STEPS = 25;

let app: UploadsApp;
let hub: RecordingHub;
beforeAll(async () => {
  hub = await startRecordingHub();
  app = await startUploadsApp({
    ...{ manifest, clock, env: { MERCURE_URL: hub.url, MERCURE_JWT_SECRET: SECRET } },
    config: {
      route_security: [{ route: '/user-area*', security: "is_granted('ROLE_USER')" }],
      routable_security: "is_granted('ROLE_ADMIN')",
      mercure: { jwt: JWT },
    },
  });
  await loadSampleSite(app);
  for (const as of ['admin', 'superAdmin', 'user'] as const) await app.token(as);
  await app.bearer();
});
afterAll(async () => {
  await app.close();
  await hub.close();
});

interface Read {
  readonly status: number;
  readonly body: JsonObject;
}

async function read(iri: string, as: 'anonymous' | 'admin'): Promise<Read> {
  const { status, body } = await app.get(iri, { as });
  return { status, body: body as JsonObject };
}

/** Returns what visitors read of all records with updates. */
async function readAll(content: ContentById): Promise<ReadonlyMap<string, Read>> {
  const { registry, iris } = app.app;
  const all = new Map<string, Read>();
  for (const { type, id } of content.values()) {
    const resource = registry.get(type);
    if (resource !== undefined && broadcastOf(resource) !== undefined)
      all.set(id, await read(iris.item(resource, id), 'anonymous'));
  }
  return all;
}

const valuesOf = (content: ContentById, id: string): string =>
  JSON.stringify([...(content.get(id)?.values ?? [])]);

/** A visitor is notified of changed resources that it could read before and can read now. */
function unnotified(
  { before, after }: { readonly before: Read | undefined; readonly after: Read | undefined },
  notified: ReadonlySet<string>,
): boolean {
  if (before?.status !== 200) return false;
  const iri = String(before.body['@id']);
  const isSame = after?.status === 200 && JSON.stringify(after.body) === JSON.stringify(before.body);
  return !isSame && !notified.has(iri);
}

test(
  "each update is what its readers would GET, and visitors' content does not change without one",
  { timeout: 600_000 },
  async () => {
    let content = await dumpContent(app.app, tables);
    await arePublished(app);
    const senders = new Set([...content.values()].filter(({ type }) => type === 'User').map(({ id }) => id));
    let reads = await readAll(content);
    const seen = { open: 0, closed: 0, ends: 0 };
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const draw = (count: number): number => Number(numbers.next().value) % count;
        for (let step = 0; step < STEPS; step += 1) {
          hub.updates.length = 0;
          const among = new Map([...content].filter(([id]) => !senders.has(id)));
          const sent = await sendRandomRequest({ app, clock, draw, content: among });
          await arePublished(app);
          const last = new Map(hub.updates.map((update) => [update.topics[0] ?? '', update]));
          const wrong: unknown[] = [];
          for (const [topic, { isPrivate, data }] of last) {
            const iri = String(data['@id']);
            expect(topic).toBe(ORIGIN + iri + (isPrivate ? '?draft=1' : ''));
            const as = isPrivate ? 'admin' : 'anonymous';
            const answers = [await read(iri, as), await read(`${iri}?published=true`, as)];
            if (Object.keys(data).length === 1) {
              seen.ends += 1;
              // A topic of drafts also ends when its content becomes public.
              if (!isPrivate && answers[0]?.status === 200) wrong.push({ topic, data, answers });
            } else {
              seen[isPrivate ? 'closed' : 'open'] += 1;
              const text = JSON.stringify(data);
              if (!answers.some(({ status, body }) => status === 200 && JSON.stringify(body) === text))
                wrong.push({ topic, data, answers });
            }
          }
          const previous = content;
          content = await dumpContent(app.app, tables);
          const after = await readAll(content);
          const notified = new Set(
            hub.updates.filter(({ isPrivate }) => !isPrivate).map(({ data }) => String(data['@id'])),
          );
          const missing = [...reads].filter(
            ([id, before]) =>
              valuesOf(previous, id) !== valuesOf(content, id) &&
              unnotified({ before, after: after.get(id) }, notified),
          );
          expect({ sent, wrong, missing: missing.map(([id, before]) => [before, after.get(id)]) }).toEqual({
            ...{ sent, wrong: [], missing: [] },
          });
          reads = after;
        }
      }),
      { numRuns: propertyRuns(4, 'UPDATES_RUNS'), endOnFailure: true },
    );
    expect(Math.min(seen.open, seen.closed, seen.ends)).toBeGreaterThan(0);
  },
);
