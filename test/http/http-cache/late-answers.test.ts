import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Extensions } from '../../../runtime/kernel/contract/features/extensions.js';
import { manifest } from '../../golden/project-code/expected/manifest.js';
import { createBuilders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { CACHE_ON, isKeeping, startCachingApp } from '../response-cache/support.js';
import { isNotified, type PurgedCache, startPurgedCache } from './purged-cache.js';

const ADMIN = { as: 'admin' } as const;
const PAST = '2020-01-01T00:00:00Z';
const pass = (): void => undefined;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

interface Started {
  readonly app: TestApp;
  /** In front of this process only. */
  readonly cache: PurgedCache;
}

async function start(databaseUrl?: string): Promise<Started> {
  const cache = await startPurgedCache();
  opened.push(cache);
  const config = { http_cache: { ...CACHE_ON, purger: 'varnish-xkey', urls: [cache.url] } };
  const app = await startCachingApp({ config, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  opened.push(app);
  await app.token('admin');
  return { app, cache };
}

/** Returns tags that were purged for responses in transit; a purge that a write stores also names IRIs. */
const purgedLate = ({ cache }: Started): readonly string[] =>
  cache.requests
    .map(({ headers }) => String(headers['xkey-purge']).split(' '))
    .filter((tags) => !tags.some((tag) => tag.includes('/')))
    .flat();

const tagsOf = async ({ app }: Started, path: string): Promise<readonly string[]> =>
  ((await app.get(path)).headers.get('xkey') ?? '').split(' ');

/** Waits until no writes or responses are in transit. */
async function isQuiet({ app, cache }: Started): Promise<void> {
  await isNotified(app);
  await sleep(1500);
  cache.requests.length = 0;
}

describe('a response that a cache may store after the purge of a write', () => {
  test("is purged by the process that sent it, as soon as it is notified of another process's write", async () => {
    const writer = await start();
    const reader = await start(writer.app.config.database.url);
    const { aPage } = createBuilders(writer.app);
    const [page, other] = [(await aPage({ title: '1' }))['@id'], (await aPage())['@id']];
    const onlyOther = (await tagsOf(reader, other)).filter((tag) => tag !== '');
    await isQuiet(reader);
    await isKeeping(reader.app);
    let tags: readonly string[] = [];
    let times = 1;
    const giveOutAndWrite = async (): Promise<readonly string[]> => {
      tags = await tagsOf(reader, page);
      times += 1;
      await writer.app.patch(other, { title: `unseen ${times}` }, ADMIN);
      await writer.app.patch(page, { title: `seen ${times}` }, ADMIN);
      await sleep(500);
      return purgedLate(reader).filter((tag) => tags.includes(tag));
    };
    // Repeated, because the machine may take longer than a response is in transit.
    await expect.poll(giveOutAndWrite).not.toEqual([]);
    const own = onlyOther.filter((tag) => !tags.includes(tag));
    expect(own).not.toEqual([]);
    expect(purgedLate(reader).filter((tag) => own.includes(tag))).toEqual([]);
  });

  test('is purged once more before the write completes, if the same process sent it', async () => {
    const only = await start();
    const page = (await createBuilders(only.app).aPage({ title: '1' }))['@id'];
    await isQuiet(only);
    let times = 1;
    const giveOutAndWrite = async (): Promise<readonly string[]> => {
      const tags = await tagsOf(only, page);
      times += 1;
      await only.app.patch(page, { title: `seen ${times}` }, ADMIN);
      return purgedLate(only).filter((tag) => tags.includes(tag));
    };
    await expect.poll(giveOutAndWrite).not.toEqual([]);
    await isQuiet(only);
    await only.app.patch(page, { title: 'not seen' }, ADMIN);
    await isNotified(only.app);
    expect(purgedLate(only)).toEqual([]);
  });
});

describe('a response that becomes stale while it is computed', () => {
  test('is private, like those of other requests that waited for it', async () => {
    let begun = 0;
    let release = (): void => undefined;
    const guard = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    const extensions: Extensions = {
      resolvers: {
        async wordCount(_record, { actor }) {
          if (actor.user !== null) return 1;
          begun += 1;
          if (isHeld) await guard;
          return 1;
        },
        score: () => 1,
      },
      constraints: { polite: pass, complete: pass, distinct: pass },
    };
    const app = await startCachingApp({ manifest, extensions });
    opened.push(app);
    const made = await app.create('/component/teasers', { headline: 'Old', text: 'one', releasedAt: PAST });
    const path = made['@id'];
    await app.get(path);
    await app.patch(`${path}?published=true`, { text: 'two' }, ADMIN);
    isHeld = true;
    begun = 0;
    const requested = Array.from({ length: 5 }, () => app.get(path));
    await expect.poll(() => begun).toBe(1);
    await sleep(100); // the others have usually arrived by then
    await app.patch(`${path}?published=true`, { text: 'three' }, ADMIN);
    release();
    const answers = await Promise.all(requested);
    const old = answers.filter(({ body }) => body.text === 'two');
    expect(old).not.toEqual([]);
    for (const { headers } of old) expect(headers.get('cache-control')).toBe('private, no-store');
    expect((await app.get(path)).headers.get('cache-control')).toContain('public');
  });
});
