import type { AnswerSteps } from '../contract/http/answer-steps.js';
import type { TransactionSession } from '../contract/database/database.js';
import { isInTransaction } from '../util/database/is-in-transaction.js';
import { stateKey } from '../util/async/state.js';

type Step = Parameters<AnswerSteps['take']>[1];

const WAITING = stateKey((): Step[] => []);

/**
 * Runs steps that project code adds to responses. Responses to writes are built inside the transaction, so
 * that they show what it commits. The steps wait until after it: they may be slow or call this API, and would
 * hold locks that such a call needs.
 */
export const answerSteps: AnswerSteps = {
  async take(session, step) {
    if (isInTransaction(session)) session.state.of(WAITING).push(step);
    else await step();
  },
};

/**
 * Removes and returns the steps of a part of a larger unit. Its response is printed before the unit ends, so
 * they run early, and later parts do not repeat them.
 */
export const takeWaitingSteps = ({ state }: TransactionSession): readonly Step[] =>
  state.of(WAITING).splice(0);

/** Returns the steps that wait for the end of a transaction, in order, without those of previous attempts. */
export function waitingSteps({ state }: TransactionSession): readonly Step[] {
  return state.of(WAITING);
}
