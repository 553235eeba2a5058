import type { Transaction } from 'sequelize';
import { InternalError } from '../errors/internal-error.js';

/** The driver's connection that a Sequelize transaction runs on; `Connection` is what the dialect puts there. */
export function connectionOf<Connection>(transaction: Transaction): Connection {
  // Sequelize 6 keeps the connection on the transaction, but its types do not say so.
  const { connection } = transaction as unknown as { readonly connection?: Connection };
  if (connection == null) throw new InternalError('The transaction has no connection.');
  return connection;
}
