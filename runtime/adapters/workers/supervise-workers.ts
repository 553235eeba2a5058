import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../kernel/ports/logger.js';
import { createExchange } from './exchange.js';
import { createRestarts, MOST_ENDS } from './restarts.js';
import { createSignal } from './signal.js';
import { type Ending, startWorker, type WorkerProcess } from './worker-process.js';

export interface SuperviseOptions {
  readonly count: number;
  /** Resolves when the service must stop. */
  readonly stopped: Promise<unknown>;
  /** Called when all workers listen. */
  readonly onServing: () => void;
  readonly log: Logger;
}

/** Longer than each worker's own shutdown timeout. */
const END_MS = 20_000;
const PING_MS = 5_000;
const DROP_MS = 250;
/**
 * Missed pings after which a worker counts as hung. Counted rather than timed, so that a suspended machine
 * does not matter.
 */
const MOST_PINGS = 6;

/**
 * Serves with several processes until it is stopped (ADR 87): starts workers, relays their messages, and
 * replaces those that exit. Returns the exit code: 1 if a worker cannot be started or did not exit cleanly.
 */
export async function superviseWorkers({
  count,
  stopped,
  onServing,
  log,
}: SuperviseOptions): Promise<number> {
  const exchange = createExchange();
  const workers = new Map<number, WorkerProcess>();
  const givenUp = createSignal();
  let isStopping = false;

  function start(number: number): WorkerProcess {
    const worker = startWorker(number, exchange);
    workers.set(number, worker);
    return worker;
  }

  /** Keeps a worker with this number running, replacing each one that exits. */
  async function keep(first: WorkerProcess): Promise<void> {
    const { number } = first;
    const restarts = createRestarts();
    for (let worker = first; ;) {
      const { text, servedMs } = await worker.ended;
      if (isStopping) return;
      workers.delete(number);
      const pause = restarts.pauseAfter(servedMs);
      if (pause === undefined) {
        const msg = `worker ${number} exited ${MOST_ENDS} times right after its start (${text}); shutting down`;
        log.error({ msg });
        givenUp.give();
        return;
      }
      log.warn({ msg: `worker ${number} exited (${text}); starting a replacement` });
      await sleep(pause);
      if (isStopping) return;
      worker = start(number);
      void worker.opened.then(worker.listen);
      void worker.serving.then(() => log.info({ msg: `worker ${number} is serving again` }));
    }
  }

  const pinging = setInterval(() => {
    for (const worker of workers.values()) {
      if (worker.ping() < MOST_PINGS) continue;
      log.error({ msg: `worker ${worker.number} is not responding; killing it` });
      worker.kill();
    }
  }, PING_MS);

  async function end(): Promise<number> {
    isStopping = true;
    clearInterval(pinging);
    const all = [...workers.values()];
    for (const worker of all) worker.stop();
    const late = setTimeout(() => {
      log.warn({ msg: `workers did not exit within ${END_MS / 1000} seconds; killing them` });
      for (const worker of all) worker.kill();
    }, END_MS);
    const dropping = setInterval(() => {
      for (const worker of all) worker.dropConnections();
    }, DROP_MS);
    const endings = await Promise.all(all.map(({ ended }) => ended));
    clearTimeout(late);
    clearInterval(dropping);
    return endings.every(endedWell) ? 0 : 1;
  }

  const failed = startAll(count, start).then((failure) => {
    if (failure !== undefined) return failure;
    onServing();
    for (const worker of workers.values()) void keep(worker);
    return new Promise<never>(() => undefined);
  });
  const outcome = await Promise.race([
    stopped.then(() => 0),
    givenUp.given.then(() => 1),
    failed.then(({ code }) => code || 1),
  ]);
  return (await end()) || outcome;
}

/**
 * Starts the first worker alone, so that shared setup runs once and errors are reported once. All listen when
 * all are ready. Returns the exit of a worker that failed.
 */
async function startAll(
  count: number,
  start: (number: number) => WorkerProcess,
): Promise<Ending | undefined> {
  const first = start(1);
  const before = await endOf([first], ({ opened }) => opened);
  if (before !== undefined) return before;
  const others = Array.from({ length: count - 1 }, (_, index) => start(index + 2));
  const failure = await endOf([first, ...others], ({ opened }) => opened);
  if (failure !== undefined) return failure;
  for (const group of [[first], others]) {
    for (const worker of group) worker.listen();
    const refused = await endOf(group, ({ serving }) => serving);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** Returns the first exit of a worker before all of them have reached `until`. */
function endOf(
  workers: readonly WorkerProcess[],
  until: (worker: WorkerProcess) => Promise<void>,
): Promise<Ending | undefined> {
  return Promise.race([
    Promise.all(workers.map(until)).then(() => undefined),
    ...workers.map(({ ended }) => ended),
  ]);
}

/** Returns whether a worker exited cleanly. One stopped before it served was ended by the signal. */
const endedWell = ({ code, text }: Ending): boolean => code === 0 || text === 'SIGTERM';
