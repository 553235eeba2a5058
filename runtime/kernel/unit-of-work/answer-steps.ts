import type { AnswerSteps } from '../contract/http/answer-steps.js';
import type { TransactionSession } from '../contract/database/database.js';
import { isInTransaction } from '../util/database/is-in-transaction.js';
import { stateKey } from '../util/async/state.js';

type Step = Parameters<AnswerSteps['take']>[1];

const WAITING = stateKey((): Step[] => []);

/**
 * Answers to writes are put together inside the transaction, so that they show what it commits. What code of the project
 * adds to them must wait: it may be slow or call this very API, and would hold the locks that such a call waits for.
 */
export const answerSteps: AnswerSteps = {
  async take(session, step) {
    if (isInTransaction(session)) session.state.of(WAITING).push(step);
    else await step();
  },
};

/**
 * The steps of a part of a larger unit. Its answer is printed before the end of that, so they cannot wait for it; later parts do not
 * run them again.
 */
export const takeWaitingSteps = ({ state }: TransactionSession): readonly Step[] =>
  state.of(WAITING).splice(0);

/** The steps that wait for the end of a transaction, in the order in which they came; those of other attempts are dropped. */
export function waitingSteps({ state }: TransactionSession): readonly Step[] {
  return state.of(WAITING);
}
