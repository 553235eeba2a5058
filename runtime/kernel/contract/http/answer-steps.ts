import type { SqlSession } from '../database/database.js';

/** Points in the making of an answer at which code of the project runs. */
export interface AnswerSteps {
  /** Takes a step towards an answer: at once, or after the commit when the answer is that of a write. */
  take(session: SqlSession, step: () => Promise<void> | void): Promise<void>;
}
