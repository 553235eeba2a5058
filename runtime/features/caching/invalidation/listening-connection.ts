import { setTimeout as sleep } from 'node:timers/promises';
import type { Dropped } from './feed.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { reasonOf } from '../../../kernel/util/failures/reason-of.js';

/** A connection that receives invalidations from other processes. */
export interface OpenedConnection {
  /**
   * Resolves when everything announced earlier has arrived.
   * @throws if the connection is lost
   */
  beat(): Promise<void>;
  close(): void;
}

export interface ListeningConnectionDeps {
  /** Opens the connection and resolves when it receives announcements. `lost` can be called as soon as it fails. */
  open(drop: (dropped: Dropped) => void, lost: () => void): Promise<OpenedConnection>;
  readonly log: Logger;
}

/** A connection that reconnects automatically. A lost connection is detected within a second. */
export interface ListeningConnection {
  follow(drop: (dropped: Dropped) => void): void;
  /** Returns whether all announcements older than a second have arrived. */
  isCurrent(): boolean;
  close(): Promise<void>;
}

/**
 * Validity of a heartbeat response in milliseconds: everything announced before the heartbeat has arrived. Less than
 * the second within which every process sees a write, because shared caches are purged after that.
 */
const LEASE_MS = 750;
const HEARTBEAT_MS = 250;
const RECONNECT_MS = 250;

/**
 * Creates the connection. Cached responses are used only while a recent heartbeat was answered, so a cut connection or
 * a suspended process disables the cache. Each new connection starts with an empty cache.
 */
export function createListeningConnection({ open, log }: ListeningConnectionDeps): ListeningConnection {
  const stop = new AbortController();
  let validUntil = -Infinity;
  let following: Promise<void> | undefined;
  let isSilent = false;

  const lost = (): void => void (validUntil = -Infinity);
  /** Waits without keeping the process alive. */
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
