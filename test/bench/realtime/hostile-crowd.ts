import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes } from '../report/resident-megabytes.js';
import { median, type Row } from '../report/row.js';
import type { ChildServer } from '../servers/child-server.js';
import { openCrowd } from './subscriber-crowd.js';

const SUBSCRIBERS = 10_000;
const ROUNDS = 7;
/** Interval of health checks. */
const PROBE_MS = 20;

const GROUPS = '/_api/_/component_groups/';
/**
 * A pattern that almost matches every update of the benchmark in many ways, is unique, and requests the whole history.
 */
const hostile = (pieces: number) => (index: number) =>
  `match_urlpattern=${encodeURIComponent(`${GROUPS}${'{*-}?'.repeat(pieces)}:id(.*)-${index}`)}&last_event_id=earliest`;
const LIGHT = 6;
const HEAVY = 240;

export interface HostedSite {
  readonly server: ChildServer;
  /** Writes a different value each time. */
  write(value: string): Promise<void>;
}

/** Subscribers with patterns that cost time and memory, one normal subscriber, and health checks. */
export async function measureHostileCrowd({ server, write }: HostedSite): Promise<readonly Row[]> {
  const before = await residentMegabytes(server.pid);
  const listener = await openCrowd(server.port, 1);
  const probe = startProbe(server.port);
  const light = await openCrowd(server.port, SUBSCRIBERS, hostile(LIGHT));
  const heavy = await openCrowd(server.port, SUBSCRIBERS, hostile(HEAVY));
  const whileOpening = probe.takeSlowest();
  try {
    const memory = (await residentMegabytes(server.pid)) - before;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const received = listener.haveAllGot(`hostile-${round}`);
      const started = performance.now();
      await write(`hostile-${round}`);
      await received;
      times.push(performance.now() - started);
      await sleep(PROBE_MS);
    }
    const details = [
      `${light.size} with ${LIGHT} groups each, ${heavy.size} of as many with ${HEAVY} groups; the others were refused`,
    ];
    return [
      {
        ...{ name: `${2 * SUBSCRIBERS} hostile subscribers`, unit: 'MB', ours: memory, details },
        target: { kind: 'at-most', value: 300 },
      },
      {
        ...{ name: 'an update reaches a listener beside them', unit: 'ms', ours: median(times) },
        target: { kind: 'at-most', value: 1000 },
      },
      {
        ...{ name: 'health, the slowest answer while they come', unit: 'ms', ours: whileOpening },
        target: { kind: 'at-most', value: 250 },
      },
      {
        ...{
          name: 'health, the slowest answer while updates are sent',
          unit: 'ms',
          ours: probe.takeSlowest(),
        },
        target: { kind: 'at-most', value: 250 },
      },
    ];
  } finally {
    probe.stop();
    for (const crowd of [listener, light, heavy]) crowd.close();
  }
}

function startProbe(port: number): { takeSlowest(): number; stop(): void } {
  let slowest = 0;
  const ask = async (): Promise<void> => {
    const started = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/_api/_/health`);
    await response.body?.cancel();
    slowest = Math.max(slowest, performance.now() - started);
  };
  const timer = setInterval(() => void ask().catch(() => (slowest = Infinity)), PROBE_MS);
  return {
    takeSlowest() {
      const taken = slowest;
      slowest = 0;
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}
