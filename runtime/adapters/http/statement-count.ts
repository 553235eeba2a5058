import { AsyncLocalStorage } from 'node:async_hooks';

/** The statements that one request has sent to the database so far. */
export interface StatementTally {
  count: number;
}

/** Tells requests apart among the statements of the whole service, for the line that each request leaves in the log. */
export interface StatementCounter {
  /** Called for every statement. */
  readonly onStatement: () => void;
  /** Counts what `work`, and all that it starts, sends to the database. */
  count<Result>(tally: StatementTally, work: () => Result): Result;
}

/**
 * The pool is shared by all requests and most code names no request when it reads, so the tally travels with the
 * asynchronous context. Only this number does: what decides anything is passed on explicitly. To
 * follow every promise costs a tenth of the time of a request, so only those who debug pay for it (ADR 6).
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
