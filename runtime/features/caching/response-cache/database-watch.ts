import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../../kernel/util/async/within.js';

/** Looks whether the database is away, once for all who ask. */
export interface DatabaseWatch {
  /** Whether it was away when it was last looked at; while it is, it is looked at again and again. */
  readonly isKnownAway: boolean;
  /** Looks at it. Never throws. */
  isAway(): Promise<boolean>;
  close(): void;
}

/** Nobody waits longer for a database than for an answer that is kept. */
const PATIENCE_MS = 1_000;
const PAUSE_MS = 500;

/** @param ping rejects when the database does not answer */
export function createDatabaseWatch(ping: () => Promise<unknown>): DatabaseWatch {
  const stop = new AbortController();
  let pinging: Promise<unknown> | undefined;
  let looking: Promise<boolean> | undefined;
  let isKnownAway = false;

  async function answers(): Promise<boolean> {
    // A silent database holds the connection of one look, not of each.
    pinging ??= ping().finally(() => (pinging = undefined));
    try {
      await within(PATIENCE_MS, pinging, () => new Error('The database says nothing'));
      return true;
    } catch {
      return false;
    }
  }

  async function look(): Promise<boolean> {
    if (await answers()) return false;
    isKnownAway = true;
    void untilBack();
    return true;
  }

  async function untilBack(): Promise<void> {
    while (isKnownAway && !stop.signal.aborted) {
      // It does not keep a process from its end.
      await sleep(PAUSE_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
      if (await answers()) isKnownAway = false;
    }
  }

  return {
    get isKnownAway() {
      return isKnownAway;
    },
    isAway() {
      if (isKnownAway) return Promise.resolve(true);
      looking ??= look().finally(() => (looking = undefined));
      return looking;
    },
    close: () => stop.abort(),
  };
}
