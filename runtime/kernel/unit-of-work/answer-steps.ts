import type { AnswerSteps } from '../contract/answer-steps.js';
import type { UnitHooks } from '../contract/unit-of-work.js';
import { isInTransaction } from '../util/is-in-transaction.js';
import { stateKey } from '../util/state.js';

const WAITING = stateKey((): Parameters<AnswerSteps['take']>[1][] => []);

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

/** Has the steps of a committed transaction taken in the order in which they came; those of other attempts are dropped. */
export const answerStepHooks: UnitHooks = {
  beforeAnswer: ({ state }) => state.of(WAITING),
};
