import { once } from 'node:events';
import { constants } from 'node:os';
import { Worker } from 'node:worker_threads';

export interface StopWatchdogOptions {
  /** Milliseconds after the first signal. A process that ends in order has ended before. */
  readonly killAfterMs: number;
}

/** Milliseconds for a process that serves; in order it has ended after 15 seconds. */
export const KILL_AFTER_MS = 20_000;

/** A second signal ends the process at once, which takes a moment. */
const AGAIN_MS = 1_000;

/**
 * A main thread in a loop without an end hears of no signal, so another thread listens too. `process` hands signals to the main
 * thread alone; the handle behind it, which libuv has for every loop, has no other name.
 */
const PROGRAM = `
const { writeSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
process.noDeprecation = true;
const { Signal } = process.binding('signal_wrap');
let signals = 0;
const kill = () => {
  try { writeSync(2, workerData.lastWords); } catch {}
  process.kill(process.pid, 'SIGKILL');
};
for (const number of workerData.numbers) {
  const signal = new Signal();
  signal.onsignal = () => setTimeout(kill, (signals += 1) === 1 ? workerData.killAfterMs : workerData.againMs);
  signal.start(number);
}
parentPort.postMessage('listening');
`;

/**
 * Kills the process when it still runs `killAfterMs` after SIGTERM or SIGINT, or one second after a second signal, even if its
 * main thread is stuck (ADR 87). Resolves when the watchdog listens: it misses earlier signals, so serve only then. Call it together
 * with the handlers that end the process in order.
 */
export async function startStopWatchdog({ killAfterMs }: StopWatchdogOptions): Promise<void> {
  const { SIGTERM, SIGINT } = constants.signals;
  const msg = `process did not exit within ${killAfterMs / 1000} seconds or after a second signal; killing it`;
  const watchdog = new Worker(PROGRAM, {
    eval: true,
    name: 'stop-watchdog',
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
    workerData: {
      numbers: [SIGTERM, SIGINT],
      killAfterMs,
      againMs: AGAIN_MS,
      lastWords: `${JSON.stringify({ level: 50, msg })}\n`,
    },
  });
  await once(watchdog, 'message');
  watchdog.unref();
}
