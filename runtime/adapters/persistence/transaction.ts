import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'sequelize';
import type { TellStatement } from './reported-statements.js';
import type {
  Outcome,
  TransactionOptions,
  TransactionSession,
} from '../../kernel/contract/database/database.js';
import type { Connector } from './connector.js';
import type { NestingGuard } from './nesting-guard.js';
import { DatabaseUnavailable } from '../../kernel/errors/database-unavailable.js';
import { withoutWrapping } from './driver-error.js';
import { isOfDatabase, type Outage } from './outage.js';

const MAXIMUM_ATTEMPTS = 5;
const LONGEST_FIRST_PAUSE_MS = 20;

/** A session of a transaction, with functions to end it. */
export interface OpenSession {
  readonly session: TransactionSession;
  /** Runs the work that was registered for the end. */
  finish(): Promise<void>;
  /** Resolves when waiting statements have been sent; some are awaited only after the transaction. */
  untilSent(): Promise<void>;
  end(): void;
  /** Reports the outcome of the transaction. */
  decide(outcome: Outcome): void;
}

export interface TransactionRunnerDeps {
  readonly connector: Connector;
  readonly outage: Outage;
  openSession(transaction: Transaction, options: TransactionOptions): OpenSession;
  readonly tell: TellStatement;
  readonly nesting: NestingGuard;
}

export type TransactionRunner = <Result>(
  work: (session: TransactionSession) => Promise<Result>,
  options?: TransactionOptions,
) => Promise<Result>;

/**
 * Creates the function that runs work in a transaction. It commits on success and rolls back on an error.
 * After a serialization failure, a deadlock or a busy file, it retries a bounded number of times, then throws
 * AppError 503.
 */
export function createTransactionRunner({
  connector,
  outage,
  openSession,
  tell,
  nesting,
}: TransactionRunnerDeps): TransactionRunner {
  return async (work, options = {}) => {
    nesting.assertOutside();
    for (let attempt = 1; ; attempt += 1) {
      const endTurn = await connector.turn();
      try {
        return await nesting.inside((leave) => attemptOnce(work, options, leave));
      } catch (wrapped) {
        const error = withoutWrapping(wrapped);
        if (!connector.isRetryable(error)) throw error;
        if (attempt >= MAXIMUM_ATTEMPTS) throw new DatabaseUnavailable('busy', error);
      } finally {
        endTurn();
      }
      await sleep(Math.random() * LONGEST_FIRST_PAUSE_MS * 2 ** attempt);
    }
  };

  async function attemptOnce<Result>(
    work: (session: TransactionSession) => Promise<Result>,
    options: TransactionOptions,
    leave: () => void,
  ): Promise<Result> {
    const transaction = await connector.begin(options);
    const { session, finish, untilSent, end: endSession, decide } = openSession(transaction, options);
    const end = (): void => {
      endSession();
      leave();
    };
    let result: Result;
    try {
      result = await work(session);
      await finish();
      await untilSent();
      options.assertWanted?.();
    } catch (error) {
      await untilSent();
      end();
      decide('undone');
      const failure = await connector.firstFailure(transaction);
      // A failed rollback has closed the connection, so nothing remains to roll back. Report the original
      // error.
      await connector.rollback(transaction).catch(() => undefined);
      throw failure ?? (isOfDatabase(error) ? outage.met(error, 'write') : error);
    }
    end();
    const commit = { kind: 'commit', text: () => 'commit', origin: options.origin } as const;
    try {
      await tell(commit, () => connector.commit(transaction));
    } catch (error) {
      decide('unknown');
      throw error;
    }
    decide('committed');
    return result;
  }
}
