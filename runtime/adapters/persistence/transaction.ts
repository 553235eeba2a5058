import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'sequelize';
import type { TellStatement } from './told-statements.js';
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

/** A session of a transaction, and the switch that ends it. */
export interface OpenSession {
  readonly session: TransactionSession;
  /** Does what the work asked to be done last. */
  finish(): Promise<void>;
  /** Resolves when the statements that wait for their turn have been sent: some are awaited only after the transaction. */
  untilSent(): Promise<void>;
  end(): void;
  /** Tells whoever asked what has become of the transaction. */
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
 * Runs work in a transaction: commit when it resolves, rollback when it throws, and a bounded number of fresh attempts
 * after a serialization failure, a deadlock or a busy file; after the last of them it throws AppError 503.
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
      // A failed rollback has ended the connection, and nothing is left to undo: the error of the work is the one worth reporting.
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
