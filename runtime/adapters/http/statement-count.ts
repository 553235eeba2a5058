import { AsyncLocalStorage } from 'node:async_hooks';

/** Number of statements a request has sent to the database. */
export interface StatementTally {
  count: number;
}

/** Counts statements per request for the request log. */
export interface StatementCounter {
  /** Called for every statement. */
  readonly onStatement: () => void;
  /** Counts the statements of `work` and everything it starts. */
  count<Result>(tally: StatementTally, work: () => Result): Result;
}

/**
 * Creates the counter. The pool is shared and most reads do not name their request, so the tally is stored in
 * the async context. Nothing else is; anything that affects decisions is passed explicitly. Tracking every
 * promise costs a tenth of a request's time, so it is enabled for debugging only (ADR 6).
 */
export function createStatementCounter(): StatementCounter {
  const tallies = new AsyncLocalStorage<StatementTally>();
  return {
    onStatement() {
      const tally = tallies.getStore();
      if (tally !== undefined) tally.count += 1;
    },
    count: (tally, work) => tallies.run(tally, work),
  };
}
