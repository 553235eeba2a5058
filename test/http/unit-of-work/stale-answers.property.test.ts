import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Feature } from '../../../runtime/kernel/feature.js';
import { coarserTag } from '../../../runtime/kernel/unit-of-work/cache-tags.js';
import { projectTables } from '../../../runtime/project/project-types.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { testTypes } from '../../support/test-types.js';
import { propertyRuns } from '../../support/property-runs.js';
import { cascadeManifest } from '../cascades/types.js';
import { createTestClock } from '../publishing/support.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { dumpContent, type ContentById } from './dump-content.js';
import { addressesOf } from './addresses.js';
import { sendRandomRequest } from './random-requests.js';

const known = new Set(cascadeManifest.resources.map(({ name }) => name));
const manifest = {
  ...cascadeManifest,
  resources: [...cascadeManifest.resources, ...testTypes.resources.filter(({ name }) => !known.has(name))],
};
const tables = projectTables(manifest.resources, manifest.user?.fields);
const clock = createTestClock();
let dropped = new Set<string>();
/** Receives invalidated cache tags, as any feature does. */
const purger: Feature = {
  name: 'purger',
  unitOfWork: {
    beforeCommit: async (_changes, _session, fanOut) => void (await fanOut()),
    afterCommit: (_changes, _context, fanOut) => fanOut?.tags.forEach((tag) => dropped.add(printable(tag))),
  },
};
/** Returns a tag as the header contains it. */
const printable = (tag: string): string =>
  tag.replace(/[^\x21-\x2b\x2d-\x7e]/gu, (character) => encodeURIComponent(character));

let app: UploadsApp;
beforeAll(async () => {
  const config = {
    // Longer than the time until anything scheduled.
    cache_headers: { shared_max_age: 86_400 },
    route_security: [{ route: '/user-area*', security: "is_granted('ROLE_USER')" }],
    routable_security: "is_granted('ROLE_ADMIN')",
  };
  app = await startUploadsApp({ manifest, clock, config, features: [purger] });
  await loadSampleSite(app);
  for (const as of ['admin', 'superAdmin', 'user'] as const) await app.token(as);
  await app.bearer();
});
afterAll(() => app.close());

interface Answer {
  readonly status: number;
  readonly body: string;
  /** Undefined for responses that no shared cache stores. */
  readonly tags: readonly string[] | undefined;
  /** Expiry time of shared caches in milliseconds. */
  readonly keptUntil: number;
}

/** Returns the time of the clock, which advances with each read. */
const time = (): number => clock.now().getTime();

async function read(url: string, path: string | undefined): Promise<Answer> {
  const answer = await fetch(app.origin + url, {
    headers: { accept: 'application/ld+json', ...(path === undefined ? {} : { path }) },
  });
  const body = await answer.text();
  const seconds = /s-maxage=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1];
  return {
    keptUntil: time() + Number(seconds ?? 0) * 1000,
    status: answer.status,
    body: answer.status === 200 ? body : '',
    tags: answer.status === 200 ? answer.headers.get('cache-tags')?.split(',') : undefined,
  };
}

/** Whether a response changes over time before a cache revalidates the previous one; ages are whole seconds. */
const endsSooner = (previous: Answer, fresh: Answer): boolean => fresh.keptUntil + 1000 < previous.keptUntil;

/** Returns the first difference of two responses. */
function differenceOf(before: Answer, after: Answer): string {
  if (before.status !== after.status) return `${before.status} became ${after.status}`;
  if (before.body === after.body) return `${before.keptUntil} became ${after.keptUntil}`;
  const at = [...before.body].findIndex((character, index) => character !== after.body[index]);
  const around = ({ body }: Answer): string => body.slice(Math.max(at - 60, 0), at + 60);
  return `${around(before)} became ${around(after)}`;
}

async function readAll(content: ContentById): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const [url, path] of addressesOf(content, app))
    answers.set(`${url} ${path ?? ''}`, await read(url, path));
  return answers;
}

describe('a cached response', () => {
  test('that a write changes has a tag that the write invalidates', { timeout: 1_200_000 }, async () => {
    let content = await dumpContent(app.app, tables);
    const senders = new Set([...content.values()].filter(({ type }) => type === 'User').map(({ id }) => id));
    let answers = await readAll(content);
    const seen = { changed: 0, dropped: 0, kept: 0 };
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const draw = (count: number): number => Number(numbers.next().value) % count;
        for (let step = 0; step < STEPS; step += 1) {
          dropped = new Set();
          const among = new Map([...content].filter(([id]) => !senders.has(id)));
          const sent = await sendRandomRequest({ app, clock, draw, content: among });
          content = await dumpContent(app.app, tables);
          const after = await readAll(content);
          const stale: string[] = [];
          const now = time();
          for (const [address, answer] of answers) {
            if (answer.tags === undefined || answer.keptUntil < now) continue;
            const [url = '', path = ''] = address.split(' ');
            const fresh = after.get(address) ?? (await read(url, path === '' ? undefined : path));
            const isDropped =
              answer.tags.some((tag) => dropped.has(tag)) &&
              // A response with many tags has only these.
              answer.tags.some((tag) => dropped.has(coarserTag(tag)));
            const isChanged =
              fresh.status !== answer.status || fresh.body !== answer.body || endsSooner(answer, fresh);
            if (isChanged) seen.changed += 1;
            else seen[isDropped ? 'dropped' : 'kept'] += 1;
            if (isChanged && !isDropped) stale.push(`${address}: ${differenceOf(answer, fresh)}`);
          }
          expect({ sent, stale }).toEqual({ sent, stale: [] });
          answers = after;
        }
      }),
      { numRuns: propertyRuns(5, 'STALE_ANSWERS_RUNS'), endOnFailure: true },
    );
    expect(seen.changed).toBeGreaterThan(50);
  });
});

const STEPS = 30;
