import { setTimeout as sleep } from 'node:timers/promises';
import type { Dropped } from './feed.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { reasonOf } from '../../../kernel/util/failures/reason-of.js';

/** A connection on which the drops of other processes arrive. */
export interface OpenedConnection {
  /** Resolves once everything that was told before has arrived. @throws when the connection is of no use any more */
  beat(): Promise<void>;
  close(): void;
}

export interface ListeningConnectionDeps {
  /** Resolves once whatever is told from now on arrives; `lost` may be called as soon as it is known to be over. */
  open(drop: (dropped: Dropped) => void, lost: () => void): Promise<OpenedConnection>;
  readonly log: Logger;
}

/** A connection that is opened again whenever it is lost, and known to be lost within a second. */
export interface ListeningConnection {
  follow(drop: (dropped: Dropped) => void): void;
  /** Whether all that was told more than a second ago has arrived. */
  isCurrent(): boolean;
  close(): Promise<void>;
}

/**
 * All that was told before a heartbeat was sent has arrived before its answer, so that is good for so long: less than the second
 * after which everybody sees a write, because what shared caches have stored meanwhile is purged behind it.
 */
const LEASE_MS = 750;
const HEARTBEAT_MS = 250;
const RECONNECT_MS = 250;

/**
 * Kept answers are used only while a heartbeat of the last second has been answered: a connection that is cut without a word
 * and a process that was stopped switch the cache off by themselves. Each new connection starts with an empty one.
 */
export function createListeningConnection({ open, log }: ListeningConnectionDeps): ListeningConnection {
  const stop = new AbortController();
  let validUntil = -Infinity;
  let following: Promise<void> | undefined;
  let isSilent = false;

  const lost = (): void => void (validUntil = -Infinity);
  /** Does not keep a process from its end. */
  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);

  async function follow(drop: (dropped: Dropped) => void): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await listen(drop);
      } catch (error) {
        if (!stop.signal.aborted) reportLoss(error);
      }
      lost();
      await pause(RECONNECT_MS);
    }
  }

  async function listen(drop: (dropped: Dropped) => void): Promise<void> {
    const connection = await open(drop, lost);
    try {
      drop('everything');
      while (!stop.signal.aborted) {
        const sentAt = performance.now();
        await connection.beat();
        validUntil = sentAt + LEASE_MS;
        reportReturn();
        await pause(HEARTBEAT_MS);
      }
    } finally {
      lost();
      connection.close();
    }
  }

  function reportLoss(error: unknown): void {
    if (isSilent) return;
    isSilent = true;
    const msg = 'invalidation feed disconnected; response cache disabled';
    log.warn({ msg, reason: reasonOf(error) });
  }

  function reportReturn(): void {
    if (!isSilent) return;
    isSilent = false;
    log.info({ msg: 'invalidation feed reconnected; response cache enabled' });
  }

  return {
    follow(drop) {
      following ??= follow(drop);
    },
    isCurrent: () => performance.now() < validUntil,
    async close() {
      stop.abort();
      await following;
    },
  };
}
