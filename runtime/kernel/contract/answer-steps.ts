import type { SqlSession } from './database.js';

/** Where code of the project gets its turn while an answer is put together. */
export interface AnswerSteps {
  /** Takes a step towards an answer: at once, or after the commit when the answer is that of a write. */
  take(session: SqlSession, step: () => Promise<void> | void): Promise<void>;
}
