import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeBundle, startChildServer } from '../uploads/child-server.js';
import { startUploadsApp } from '../uploads/support.js';
import type { UploadsApp } from '../uploads/support.js';
import { pairManifest } from './pair-types.js';
import type { Pair } from './crash-state.js';
import { checkStored, countDue, findLive } from './crash-state.js';
import type { Send } from './crash-work.js';
import { createSend, createPair, readAlong, versionContent, work } from './crash-work.js';

const ROUNDS = 6;
const WORKERS = 4;
const SERVER = new URL('./children/publishing-server.ts', import.meta.url);

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({
    manifest: pairManifest,
    config: { routable_security: null, route_security: [] },
  });
});
afterAll(async () => {
  await app.close();
  await removeBundle();
});

/** A scheduled draft that no request reads before the server ends. */
async function schedule(pair: Pair, send: Send): Promise<void> {
  const version = randomUUID();
  pair.versions.push(version);
  const publishedAt = new Date(Date.now() + 100).toISOString();
  await send('PATCH', pair.live, { ...versionContent(version), publishedAt });
}

describe('a process that is killed while publishing', () => {
  test('leaves every pair in its old or new state, and the next process finishes', async () => {
    const here = createSend(app, app.origin);
    const pairs: Pair[] = [];
    for (let index = 0; index < WORKERS; index += 1) pairs.push(await createPair(here));
    const asleep = await createPair(here);
    let finished = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = await startChildServer(app.config, SERVER);
      const send = createSend(app, child.origin);
      const life = { isOver: false, published: 0, surprises: [] as string[] };
      const workers = [
        ...pairs.map((pair) => work(pair, send, life)),
        readAlong(pairs, send, life),
        sleep(200).then(() => schedule(asleep, send)),
      ].map((worker) => worker.catch((error: unknown) => life.isOver || life.surprises.push(String(error))));
      // On a busy machine a publication takes a while; a kill before the first one would prove nothing.
      while (life.published < WORKERS && life.surprises.length === 0) await sleep(20);
      await sleep(round * 83); // each round kills the process at another time
      life.isOver = true;
      await child.kill();
      await Promise.all(workers);
      expect(life.surprises).toEqual([]);
      finished += life.published;
      await checkStored([...pairs, asleep], app);

      await sleep(150); // scheduled drafts are due now
      const next = await startChildServer(app.config, SERVER);
      const again = createSend(app, next.origin);
      for (const path of ['/component/leaflets', '/page_data/leaflet_datas', '/_/component_positions']) {
        expect((await again('GET', path)).status).toBe(200);
      }
      expect(await countDue(app)).toBe(0);
      await next.kill();
      await checkStored([...pairs, asleep], app);
      for (const pair of [...pairs, asleep]) pair.live = await findLive(pair, app);
    }
    expect(finished).toBeGreaterThan(ROUNDS);
  }, 300_000);
});
