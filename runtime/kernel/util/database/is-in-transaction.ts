import type { SqlSession, TransactionSession } from '../../contract/database/database.js';

/** Whether a transaction waits for what is done with the session: one that can write belongs to it. */
export function isInTransaction(session: SqlSession): session is TransactionSession {
  return 'run' in session;
}
