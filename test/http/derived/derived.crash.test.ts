import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routeLengths } from '../../support/features/route-lengths.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createTestClient } from '../../support/test-client.js';
import { removeBundle, startChildServer } from '../uploads/child-server.js';
import { createTree, work, type Life, type Tree } from './kill-work.js';

const ROUNDS = 6;
const WORKERS = 3;
const SERVER = new URL('./children/keeping-server.ts', import.meta.url);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ features: [routeLengths()] });
});
afterAll(async () => {
  await app.close();
  await removeBundle();
});

/** Returns all findings of `cms doctor`. */
async function differences(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const one of app.app.doctor.examine({ limit: 20, repair: false }))
    found.push(...one.differences.map((line) => `${one.name}: ${line}`));
  return found;
}

describe('a process that is killed during renames, schedules and moves of groups', () => {
  test('leaves nothing that the doctor reports', async () => {
    const trees: Tree[] = [];
    for (let index = 0; index < WORKERS; index += 1) trees.push(await createTree(app));
    expect(await differences()).toEqual([]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = await startChildServer({ ...app.config, features: [] }, SERVER);
      const client = createTestClient({ app: app.app, origin: child.origin, prefix: app.config.apiPrefix });
      const life: Life = { isOver: false, written: 0, surprises: [] };
      const workers = trees.map((tree) =>
        work(tree, client, life).catch((error: unknown) => life.isOver || life.surprises.push(String(error))),
      );
      // On a busy machine a write takes a while; a kill before the first ones would prove nothing.
      while (life.written < 3 * WORKERS && life.surprises.length === 0) await sleep(20);
      await sleep(round * 37); // each round kills the process at another time
      life.isOver = true;
      await child.kill();
      await Promise.all(workers);
      expect(life.surprises).toEqual([]);
      expect(await differences()).toEqual([]);
    }
  }, 300_000);
});
