import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { CACHE_ON, isKeeping, startCachingApp } from '../response-cache/support.js';
import { isTold, type PurgedCache, startPurgedCache } from './purged-cache.js';

const ADMIN = { as: 'admin' } as const;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

interface Started {
  readonly app: TestApp;
  /** In front of this process alone. */
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

/** Tags that were purged for answers on their way: a purge that a write stores names IRIs too. */
const purgedLate = ({ cache }: Started): readonly string[] =>
  cache.requests
    .map(({ headers }) => String(headers['xkey-purge']).split(' '))
    .filter((tags) => !tags.some((tag) => tag.includes('/')))
    .flat();

const tagsOf = async ({ app }: Started, path: string): Promise<readonly string[]> =>
  ((await app.get(path)).headers.get('xkey') ?? '').split(' ');

/** Nothing that was written or given out before is still on its way. */
async function isQuiet({ app, cache }: Started): Promise<void> {
  await isTold(app);
  await sleep(1500);
  cache.requests.length = 0;
}

describe('an answer that a cache may store behind the purge of a write', () => {
  test('is purged by the process that gave it out, as soon as that hears of the write of another', async () => {
    const writer = await start();
    const reader = await start(writer.app.config.database.url);
    const { aPage } = createBuilders(writer.app);
    const [page, other] = [(await aPage({ title: '1' }))['@id'], (await aPage())['@id']];
    const onlyOther = (await tagsOf(reader, other)).filter((tag) => tag !== '');
    await isQuiet(reader);
    await isKeeping(reader.app);
    const tags = await tagsOf(reader, page);
    await writer.app.patch(other, { title: 'unseen' }, ADMIN);
    await writer.app.patch(page, { title: '2' }, ADMIN);
    await expect.poll(() => purgedLate(reader).filter((tag) => tags.includes(tag))).not.toEqual([]);
    const own = onlyOther.filter((tag) => !tags.includes(tag));
    expect(own).not.toEqual([]);
    expect(purgedLate(reader).filter((tag) => own.includes(tag))).toEqual([]);
  });

  test('is purged once more before the writer is answered, where his own process gave it out', async () => {
    const only = await start();
    const page = (await createBuilders(only.app).aPage({ title: '1' }))['@id'];
    await isQuiet(only);
    const tags = await tagsOf(only, page);
    await only.app.patch(page, { title: '2' }, ADMIN);
    expect(purgedLate(only).filter((tag) => tags.includes(tag))).not.toEqual([]);
    await isQuiet(only);
    await only.app.patch(page, { title: '3' }, ADMIN);
    await isTold(only.app);
    expect(purgedLate(only)).toEqual([]);
  });
});

describe('an answer that a write makes stale while it is computed', () => {
  test('is for the one who asked, and so is what others who waited for it are sent', async () => {
    const { app } = await start();
    const page = (await createBuilders(app).aPage({ title: '0' }))['@id'];
    let written = 0;
    const writing = (async () => {
      for (let title = 1; title <= 40; title += 1) {
        expect((await app.patch(page, { title: String(title) }, ADMIN)).status).toBe(200);
        written = title;
      }
    })();
    const read = async (): Promise<void> => {
      while (written < 40) {
        const { body, headers } = await app.get(page);
        const isOld = Number(body.title) < written;
        if (isOld) expect(headers.get('cache-control')).toBe('private, no-store');
      }
    };
    await Promise.all([writing, ...Array.from({ length: 20 }, read)]);
  });
});
