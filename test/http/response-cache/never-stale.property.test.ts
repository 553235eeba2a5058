import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectTables } from '../../../runtime/project/project-types.js';
import { testDatabaseName } from '../../support/database.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { testTypes } from '../../support/test-types.js';
import { propertyRuns } from '../../support/property-runs.js';
import { cascadeManifest } from '../cascades/types.js';
import { createTestClock, type TestClock } from '../publishing/support.js';
import { addressesOf } from '../unit-of-work/addresses.js';
import { dumpContent } from '../unit-of-work/dump-content.js';
import { sendRandomRequest } from '../unit-of-work/random-requests.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { CACHE_ON, isKeeping, readRaw, statementsOf } from './support.js';

const known = new Set(cascadeManifest.resources.map(({ name }) => name));
const manifest = {
  ...cascadeManifest,
  resources: [...cascadeManifest.resources, ...testTypes.resources.filter(({ name }) => !known.has(name))],
};
const tables = projectTables(manifest.resources, manifest.user?.fields);
const clock = standable(createTestClock());
const STEPS = 30;
/** Maximum delay of a PostgreSQL notification; the other databases are checked before each use. */
const PATIENCE_MS = testDatabaseName() === 'postgres' ? 1000 : 0;

let app: UploadsApp;
/** Another process on the same database and files. */
let other: UploadsApp;
/** A process without caches. */
let forgetful: UploadsApp;
beforeAll(async () => {
  const config = {
    http_cache: CACHE_ON,
    // Longer than the time until anything scheduled.
    cache_headers: { shared_max_age: 86_400 },
    route_security: [{ route: '/user-area*', security: "is_granted('ROLE_USER')" }],
    routable_security: "is_granted('ROLE_ADMIN')",
  };
  app = await startUploadsApp({ manifest, clock, config });
  const filesystems = {
    public: { driver: 'local', root: app.folders.public, public_url: '/uploads' },
    private: { driver: 'local', root: app.folders.private },
  };
  const databaseUrl = app.config.database.url;
  other = await startUploadsApp({ manifest, clock, databaseUrl, config: { ...config, filesystems } });
  const forgets = { ...config, http_cache: { response_cache: { max_bytes: 0 } }, filesystems };
  forgetful = await startUploadsApp({ manifest, clock, databaseUrl, config: forgets });
  await loadSampleSite(app);
  for (const each of [app, other, forgetful]) {
    for (const as of ['admin', 'superAdmin', 'user'] as const) await each.token(as);
    await each.bearer();
  }
  for (const each of [app, other]) await isKeeping(each);
});
afterAll(async () => {
  await forgetful.close();
  await other.close();
  await app.close();
});

type Address = readonly [url: string, path?: string];

const UNCOMPARED = new Set(['Cache-Control']);

type Reader = 'visitor' | 'admin';

/** Returns what a process shows a visitor or an administrator. */
async function show(
  reader: UploadsApp,
  [url, path]: Address,
  by: Reader = 'visitor',
): Promise<{ readonly status: number; readonly body: string; readonly facts: readonly unknown[] }> {
  const { status, headers, body } = await readRaw(reader, url, {
    headers: {
      accept: 'application/ld+json',
      ...(path === undefined ? {} : { path }),
      ...(by === 'visitor' ? {} : { authorization: `Bearer ${await reader.token(by)}` }),
    },
  });
  // Ages are whole seconds, and a second may pass between two responses.
  const facts = status === 200 ? headers.filter(([name]) => !UNCOMPARED.has(name)) : [];
  return { status, body: status === 200 ? body : '', facts };
}

/** A clock that can be stopped while responses are compared, because a route may become live between two of them. */
function standable(
  ticking: TestClock,
): TestClock & { readonly standing: <Result>(work: () => Promise<Result>) => Promise<Result> } {
  let moment: Date | undefined;
  return {
    now: () => moment ?? ticking.now(),
    forward: ticking.forward,
    toHalfSecond: ticking.toHalfSecond,
    async standing(work) {
      moment = ticking.now();
      try {
        return await work();
      } finally {
        moment = undefined;
      }
    },
  };
}

/** Returns addresses at which a process does not show the stored state. */
async function staleOf(
  reader: UploadsApp,
  addresses: readonly Address[],
  by: Reader,
): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const address of addresses) {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const [shown, fresh] = await clock.standing(async () => [
        JSON.stringify(await show(reader, address, by)),
        JSON.stringify(await show(forgetful, address, by)),
      ]);
      if (shown === fresh) break;
      if (performance.now() > until) {
        stale.push(`${address.join(' ')}: ${shown} in place of ${fresh}`);
        break;
      }
      await sleep(20);
    }
  }
  return stale;
}

describe('after any write of any process', () => {
  test('cached responses equal computed ones', { timeout: 1_200_000 }, async () => {
    let content = await dumpContent(app.app, tables);
    const senders = new Set([...content.values()].filter(({ type }) => type === 'User').map(({ id }) => id));
    const seen = { kept: 0, computed: 0 };
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const draw = (count: number): number => Number(numbers.next().value) % count;
        for (let step = 0; step < STEPS; step += 1) {
          const writer = draw(2) === 0 ? app : other;
          const among = new Map([...content].filter(([id]) => !senders.has(id)));
          const sent = await sendRandomRequest({ app: writer, clock, draw, content: among });
          content = await dumpContent(app.app, tables);
          const addresses = addressesOf(content, app);
          for (const reader of [app, other]) {
            expect({ sent, stale: await staleOf(reader, addresses, 'visitor') }).toEqual({ sent, stale: [] });
            // Lists for administrators use cached totals.
            const lists = addresses.filter(([url]) => !/[0-9a-f-]{36}/.test(url));
            expect({ sent, stale: await staleOf(reader, lists, 'admin') }).toEqual({ sent, stale: [] });
            for (const address of addresses) {
              statementsOf(reader);
              const { status } = await show(reader, address);
              if (status === 200) seen[statementsOf(reader).length === 0 ? 'kept' : 'computed'] += 1;
            }
          }
        }
      }),
      { numRuns: propertyRuns(2, 'STALE_ANSWERS_RUNS'), endOnFailure: true },
    );
    expect(seen.kept).toBeGreaterThan(seen.computed);
  });
});
