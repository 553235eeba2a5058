import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { UserRow, UserRows } from './user-rows.js';

/**
 * Locks an account and returns whether it is still enabled with the same password. Runs in the transaction that opens a
 * session. `newHash` replaces the stored hash.
 */
export type HoldAccount = (
  transaction: TransactionSession,
  user: UserRow,
  newHash?: string | null,
) => Promise<boolean>;

export function createHoldAccount(deps: {
  readonly database: Database;
  readonly users: Pick<UserRows, 'byId'>;
}): HoldAccount {
  const { database, users } = deps;
  const { encode } = database.dialect;
  const update = `update ${database.table('user')} set password = :hash
where id = :id and password = :verified and enabled = :enabled`;
  return async (transaction, user, newHash = null) => {
    const count = await transaction.run(update, {
      id: encode('uuid', user.id),
      hash: newHash ?? user.password,
      verified: user.password,
      enabled: encode('boolean', true),
    });
    if (count === 1) return true;
    // MariaDB counts changed rows, not matched rows. Without a new hash, the row is read instead.
    const current = await users.byId(transaction, user.id);
    return current?.enabled === true && current.password === user.password;
  };
}
