import type { ReplicaState } from '../../../kernel/contract/database/database.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import type { Connector } from '../connector.js';
import { reasonOfFailure } from '../outage.js';
import { type AbandonableReads, createAbandonableReads } from './abandonable-reads.js';
import { createFreshness } from './freshness.js';
import { positionIn, type LogPositions } from './log-positions.js';

export interface WatchedReplicaDeps {
  /** Position in the list, from 1. */
  readonly number: number;
  /** Host, port and database, for the log. */
  readonly described: string;
  /** The primary, with the same dialect. */
  readonly database: Pick<Connector, 'dialect'>;
  readonly positions: LogPositions;
  readonly maxLagMs: number;
  readonly log: Logger;
  /** Opens the connection for polling, or the pool for reads. */
  connect(purpose: 'looks' | 'reads'): Promise<Connector>;
}

/** A replica that is polled for its position and out of rotation while that is too old or unknown. */
export interface WatchedReplica {
  /** Records the position of the primary after the time `at`. */
  seen(at: number, position: string): void;
  /**
   * Polls the replica, unless a poll is still running. `otherwise` is the reason why the primary's position
   * is unknown.
   */
  look(otherwise?: string): void;
  /** Returns whether it is in rotation and complete up to `moment` and within the lag limit. */
  has(moment: number): boolean;
  readonly open: AbandonableReads['open'];
  state(): ReplicaState;
  close(): Promise<void>;
}

export function createWatchedReplica(deps: WatchedReplicaDeps): WatchedReplica {
  const { number, positions, maxLagMs, log } = deps;
  const freshness = createFreshness(positions.isReached);
  const notified = { replica: deps.described };
  let watcher: Connector | undefined;
  let reads: Connector | undefined;
  let use: 'undecided' | 'used' | 'left' = 'undecided';
  /** Start of the lag measurement until the first result. */
  let begunAt = Infinity;
  let leftAt = 0;
  let asking: Promise<void> | undefined;
  let requestedAt = 0;
  const requests = createAbandonableReads({
    connector: () => (use === 'used' ? reads : undefined),
    lost: (error) => lose(reasonOfFailure(error)),
  });

  const isInTime = (since: number): boolean => performance.now() - since <= maxLagMs;

  function leave(reason: string): void {
    if (use !== 'left') {
      leftAt = performance.now();
      log.warn({ msg: 'replica removed from rotation', ...notified, reason });
    }
    use = 'left';
    requests.abandon();
  }

  /** Another server may now be at this address. */
  function lose(reason: string): void {
    freshness.forget();
    leave(reason);
  }

  function enter(): void {
    if (use === 'undecided') log.info({ msg: 'replica added to rotation', ...notified });
    if (use === 'left') {
      const seconds = Math.round((performance.now() - leftAt) / 1000);
      log.info({ msg: 'replica returned to rotation', ...notified, seconds });
    }
    use = 'used';
  }

  async function ask(): Promise<string> {
    watcher ??= await deps.connect('looks');
    const { name } = watcher.dialect;
    if (name !== deps.database.dialect.name) throw new Error(`it is a server of another kind (${name})`);
    reads ??= await deps.connect('reads');
    const position = positionIn(await watcher.read(watcher.compile(positions.applied, {})));
    if (position === undefined) throw new Error('it follows no other server');
    return position;
  }

  function evaluate(position: string, otherwise: string | undefined): void {
    freshness.applied(position);
    if (isInTime(freshness.knownAt())) enter();
    else if (use !== 'undecided' || !isInTime(begunAt))
      leave(otherwise ?? `it is more than ${maxLagMs} milliseconds behind`);
  }

  return {
    seen(at, position) {
      if (begunAt === Infinity) begunAt = at;
      freshness.seen(at, position);
    },
    look(otherwise) {
      if (asking !== undefined) {
        if (!isInTime(requestedAt)) lose('it does not answer');
        return;
      }
      requestedAt = performance.now();
      asking = ask()
        .then(
          (position) => evaluate(position, otherwise),
          (error: unknown) => lose(reasonOfFailure(error)),
        )
        .finally(() => (asking = undefined));
    },
    has: (moment) => use === 'used' && freshness.knownAt() >= moment && isInTime(freshness.knownAt()),
    open: requests.open,
    state() {
      const behindMs = performance.now() - freshness.knownAt();
      return {
        number,
        isInUse: use === 'used',
        behindMs: Number.isFinite(behindMs) ? behindMs : undefined,
        ...requests.counts(),
      };
    },
    async close() {
      await asking;
      await Promise.all([watcher?.close(), reads?.close()]);
    },
  };
}
