import { once } from 'node:events';
import { constants } from 'node:os';
import { Worker } from 'node:worker_threads';

export interface StopWatchdogOptions {
  /** Milliseconds after the first signal, longer than a regular shutdown takes. */
  readonly killAfterMs: number;
}

/** Value for serving processes in milliseconds, whose regular shutdown takes up to 15 seconds. */
export const KILL_AFTER_MS = 20_000;

/** Milliseconds after a second signal, which exits the process immediately. */
const AGAIN_MS = 1_000;

/**
 * A blocked main thread receives no signals, so another thread listens too. `process` delivers signals to the
 * main thread only. The underlying handle, which libuv offers for every loop, has no public API.
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
 * Kills the process if it still runs `killAfterMs` after SIGTERM or SIGINT, or one second after a second
 * signal. Works even if the main thread is blocked (ADR 87). Resolves when the watchdog listens. It misses
 * earlier signals, so wait for it before serving. Call it together with the handlers for a regular shutdown.
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
