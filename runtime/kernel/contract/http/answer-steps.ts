import type { SqlSession } from '../database/database.js';

/** Steps of response building at which project code runs. */
export interface AnswerSteps {
  /** Runs a step of a response: immediately, or after the commit when the response belongs to a write. */
  take(session: SqlSession, step: () => Promise<void> | void): Promise<void>;
}
