import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isTried, startReplicatedSite, withReason } from './replicated.js';

const ADMIN = { as: 'admin' } as const;
const MAX_LAG_MS = 500;
const STEPS = Number(process.env.REPLICA_STEPS ?? 8);

/** The value that a reader saw, and the minimum that it had to see. */
interface Sight {
  readonly wanted: number;
  readonly seen: number;
}

describe.skipIf(!isTried)(
  withReason('reads while another process writes and the replica stops and goes on'),
  () => {
    test('an anonymous reader misses nothing older than the bound, a signed-in one nothing', async () => {
      const site = await startReplicatedSite();
      onTestFinished(() => site.close());
      const reader = await site.startReader({ maxLagMs: MAX_LAG_MS });
      onTestFinished(() => reader.close());
      const { '@id': iri } = await site.writer.create('/_/layouts', { reference: 'main', uiComponent: '0' });
      /** Times at which each number was acknowledged. */
      const acknowledged: number[] = [performance.now()];
      const sights: { readonly anonymous: Sight[]; readonly signedIn: Sight[] } = {
        anonymous: [],
        signedIn: [],
      };
      let isOver = false;

      async function write(): Promise<void> {
        while (!isOver) {
          const number = acknowledged.length;
          const { status } = await site.writer.patch(iri, { uiComponent: String(number) }, ADMIN);
          if (status === 200) acknowledged.push(performance.now());
          await sleep(Math.random() * 60);
        }
      }
      async function read(of: keyof typeof sights, toleratedMs: number): Promise<void> {
        while (!isOver) {
          const since = performance.now() - toleratedMs;
          const wanted = acknowledged.findLastIndex((at) => at <= since);
          const { status, body } = await reader.get(iri, of === 'signedIn' ? ADMIN : {});
          expect(status).toBe(200);
          sights[of].push({ wanted, seen: Number(body.uiComponent) });
          await sleep(Math.random() * 20);
        }
      }
      async function disturb(): Promise<void> {
        for (let step = 0; step < STEPS; step += 1) {
          const [stop, goOn] =
            Math.random() < 0.7
              ? [site.pause, site.resume]
              : [async () => site.replica.freeze(), async () => site.replica.thaw()];
          await stop();
          await sleep(Math.random() * 1.5 * MAX_LAG_MS * (step % 3 === 0 ? 1 : 0.2));
          await goOn();
          await sleep(Math.random() * MAX_LAG_MS);
        }
        isOver = true;
      }

      await Promise.all([
        disturb().finally(() => (isOver = true)),
        write(),
        read('anonymous', MAX_LAG_MS),
        read('anonymous', MAX_LAG_MS),
        read('signedIn', 0),
      ]);
      const isOld = ({ wanted, seen }: Sight): boolean => seen < wanted;
      expect(sights.anonymous.filter(isOld)).toEqual([]);
      expect(sights.signedIn.filter(isOld)).toEqual([]);
      const { chosen, failed } = reader.state();
      expect(chosen).toBeGreaterThan(0);
      if (process.env.REPLICA_STEPS !== undefined)
        console.info({
          writes: acknowledged.length,
          anonymous: sights.anonymous.length,
          signedIn: sights.signedIn.length,
          ofReplica: chosen - failed,
          doneAnew: failed,
          leftOut: reader.notified().filter((msg) => msg.includes('removed from rotation')).length,
        });
    });
  },
);
