import type { ReplicaState } from '../../../kernel/contract/database/database.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import {
  type DatabaseLocation,
  describeLocation,
  parseDatabaseUrl,
} from '../../../kernel/util/database/database-url.js';
import { createPoller } from '../../../kernel/util/async/poller.js';
import { reasonOfFailure } from '../outage.js';
import type { Connector, StatementLimits } from '../connector.js';
import { LOG_POSITIONS, positionIn } from './log-positions.js';
import { createWatchedReplica, type WatchedReplica } from './watched-replica.js';

export interface ReplicaOptions {
  readonly urls: readonly string[];
  /** Maximum lag of a replica in rotation, in milliseconds. */
  readonly maxLagMs: number;
}

export interface ReplicasDeps extends ReplicaOptions {
  readonly location: DatabaseLocation;
  readonly database: Pick<Connector, 'dialect'>;
  readonly log: Logger;
  /** Opens a connector to a server of the same kind as the database. */
  connect(location: DatabaseLocation, limits?: StatementLimits): Promise<Connector>;
}

export interface Replicas {
  /** Returns one of the sufficiently current replicas, round-robin. */
  choose(): WatchedReplica | undefined;
  /** Records a commit of this process, which later reads must see. */
  wrote(): void;
  /** Starts to poll the replicas. */
  watch(): void;
  states(): readonly ReplicaState[];
  close(): Promise<void>;
}

/** Polls per lag limit, so that the state of a replica is at most two polls old. */
const LOOKS = 4;
/** Minimum interval between polls that requests wait for, in milliseconds. */
const SOON_MS = 50;

/**
 * Creates the replicas as known to one process. It records when it read the primary's position; once a
 * replica has reached that position, it is complete up to that time (ADR 85).
 */
export function createReplicas(deps: ReplicasDeps): Replicas {
  const { maxLagMs, database, log, connect } = deps;
  const positions = LOG_POSITIONS[database.dialect.name];
  if (positions === undefined) throw new Error(`A database of ${database.dialect.name} has no replicas`);
  const { written } = positions;
  const limitsOfLooks = { statementMs: maxLagMs, lockMs: maxLagMs };
  const replicas = deps.urls.map((url, index) => {
    const location = parseDatabaseUrl(url);
    return createWatchedReplica({
      number: index + 1,
      described: describeLocation(location),
      database,
      positions,
      maxLagMs,
      log,
      connect: (purpose) => connect(location, purpose === 'looks' ? limitsOfLooks : undefined),
    });
  });
  let watcher: Connector | undefined;
  let turn = 0;
  let wroteAt = -Infinity;
  let isClosed = false;

  async function positionOfDatabase(): Promise<string> {
    watcher ??= await connect(deps.location, limitsOfLooks);
    const position = positionIn(await watcher.read(watcher.compile(written, {})));
    if (position === undefined) throw new Error('it numbers no transactions');
    return position;
  }

  async function look(): Promise<void> {
    const at = performance.now();
    let problem: string | undefined;
    try {
      const position = await positionOfDatabase();
      for (const replica of replicas) replica.seen(at, position);
    } catch (error) {
      problem = `the database does not say how far it is: ${reasonOfFailure(error)}`;
    }
    if (isClosed) return;
    for (const replica of replicas) replica.look(problem);
  }

  const poller = createPoller({
    intervalMs: maxLagMs / LOOKS,
    isImmediate: true,
    run: look,
    onError: (err) => log.error({ msg: 'failed to poll the replicas', err }),
  });
  return {
    choose() {
      turn += 1;
      const next = replicas.map((_, index) => replicas[(turn + index) % replicas.length]);
      const chosen = next.find((replica) => replica?.has(wroteAt));
      if (chosen === undefined && next.some((replica) => replica?.state().isInUse))
        poller.pollWithin(SOON_MS);
      return chosen;
    },
    wrote: () => void (wroteAt = performance.now()),
    watch: poller.start,
    states: () => replicas.map((replica) => replica.state()),
    async close() {
      isClosed = true;
      await poller.close();
      await Promise.all([watcher?.close(), ...replicas.map((replica) => replica.close())]);
    },
  };
}
