import { createPoller, type Poller } from '../../../kernel/util/async/poller.js';
import { within } from '../../../kernel/util/async/within.js';

/** Checks whether the database is available, with one check for all callers. */
export interface DatabaseWatch {
  /** Whether the last check failed. The check then repeats until the database is back. */
  readonly isKnownAway: boolean;
  /** Checks the database. Never throws. */
  isAway(): Promise<boolean>;
  close(): void;
}

/** Timeout of a check, because a cached response should not wait longer. */
const PATIENCE_MS = 1_000;
const PAUSE_MS = 500;

/** @param ping rejects if the database does not respond */
export function createDatabaseWatch(ping: () => Promise<unknown>): DatabaseWatch {
  let pinging: Promise<unknown> | undefined;
  let looking: Promise<boolean> | undefined;
  let isKnownAway = false;

  async function answers(): Promise<boolean> {
    // Checks share one connection while the database does not respond.
    pinging ??= ping().finally(() => (pinging = undefined));
    try {
      await within(PATIENCE_MS, pinging, () => new Error('The database did not respond'));
      return true;
    } catch {
      return false;
    }
  }

  async function look(): Promise<boolean> {
    if (await answers()) return false;
    isKnownAway = true;
    untilBack.start();
    return true;
  }

  const untilBack: Poller = createPoller({
    intervalMs: PAUSE_MS,
    async run() {
      if (!(await answers())) return;
      isKnownAway = false;
      untilBack.stop();
    },
    onError: () => undefined,
  });

  return {
    get isKnownAway() {
      return isKnownAway;
    },
    isAway() {
      if (isKnownAway) return Promise.resolve(true);
      looking ??= look().finally(() => (looking = undefined));
      return looking;
    },
    close: () => void untilBack.close(),
  };
}
