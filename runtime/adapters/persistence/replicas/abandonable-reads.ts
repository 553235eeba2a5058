import type {
  Origin,
  Replica,
  ReplicaState,
  SqlRow,
  SqlSession,
} from '../../../kernel/contract/database/database.js';
import type { Connector } from '../connector.js';
import type { CompiledStatement } from '../statement-compiler.js';

export type CreateSession = (
  read: (statement: CompiledStatement) => Promise<SqlRow[]>,
  origin?: Origin,
) => SqlSession;

export interface AbandonableReadsDeps {
  /** Returns the connector; undefined while the replica is out of rotation. */
  connector(): Connector | undefined;
  /** Called when the replica has lost a connection. */
  lost(error: unknown): void;
}

/** Reads of requests on one replica. */
export interface AbandonableReads {
  /** Opens a session for the reads of one request. */
  open(createSession: CreateSession): Replica;
  /** Rejects all running reads, which would wait for an unresponsive server. */
  abandon(): void;
  counts(): Pick<ReplicaState, 'chosen' | 'failed'>;
}

export function createAbandonableReads(deps: AbandonableReadsDeps): AbandonableReads {
  const underWay = new Set<() => void>();
  let chosen = 0;
  let failed = 0;

  function send(statement: CompiledStatement): Promise<SqlRow[]> {
    return new Promise((resolve, reject) => {
      const abandon = (): void => reject(new Error('The read replica was left out'));
      const connector = deps.connector();
      if (connector === undefined) return abandon();
      underWay.add(abandon);
      const settled = connector.read(statement).then(resolve, (error: unknown) => {
        if (connector.failureOf(error) === 'away') deps.lost(error);
        reject(error instanceof Error ? error : new Error(String(error)));
      });
      void settled.finally(() => underWay.delete(abandon));
    });
  }

  return {
    open(createSession) {
      chosen += 1;
      let hasFailed = false;
      const read = async (statement: CompiledStatement): Promise<SqlRow[]> => {
        try {
          return await send(statement);
        } catch (error) {
          if (!hasFailed) failed += 1;
          hasFailed = true;
          throw error;
        }
      };
      return {
        ...createSession(read),
        during: (origin) => createSession(read, origin),
        hasFailed: () => hasFailed,
      };
    },
    abandon() {
      for (const abandon of [...underWay]) abandon();
    },
    counts: () => ({ chosen, failed }),
  };
}
