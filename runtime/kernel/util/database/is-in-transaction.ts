import type { SqlSession, TransactionSession } from '../../contract/database/database.js';

/** Returns whether a session belongs to a transaction: those that can write do. */
export function isInTransaction(session: SqlSession): session is TransactionSession {
  return 'run' in session;
}
