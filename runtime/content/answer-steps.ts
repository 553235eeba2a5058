import type { AnswerSteps } from '../contract/answer-steps.js';
import type { SqlSession } from '../contract/database.js';
import type { RunCommand } from '../contract/operations.js';
import { isInTransaction } from '../util/is-in-transaction.js';

type Step = Parameters<AnswerSteps['take']>[1];

export interface StepsOfWrites extends AnswerSteps {
  /**
   * Takes the steps of a committed transaction in the order in which they came; those of other attempts are dropped. The write
   * stands whatever becomes of them (contract decision 74): one that fails is told to the log.
   */
  around(run: RunCommand): RunCommand;
}

/**
 * Answers to writes are put together inside the transaction, so that they show what it commits. What code of the project
 * adds to them must wait: it may be slow or call this very API, and would hold the locks that such a call waits for.
 */
export function createAnswerSteps(): StepsOfWrites {
  const waiting = new WeakMap<SqlSession, Step[]>();
  return {
    async take(session, step) {
      if (isInTransaction(session)) waiting.set(session, [...(waiting.get(session) ?? []), step]);
      else await step();
    },
    around: (run) => async (context, work) => {
      let last: SqlSession | undefined;
      const result = await run(context, (scope) => {
        last = scope.session;
        return work(scope);
      });
      for (const step of (last && waiting.get(last)) ?? []) {
        try {
          await step();
        } catch (err) {
          context.log.error({ msg: 'a part of the answer to a stored write failed and is left out', err });
        }
      }
      return result;
    },
  };
}
