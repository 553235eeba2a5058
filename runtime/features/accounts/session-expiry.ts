import type { Database } from '../../kernel/contract/database.js';
import type { Sessions, UserRows } from './authentication/index.js';

export type ExpiryField = 'username' | 'emailAddress';
export type ExpiryOutcome = 'expired' | 'not-found' | 'ambiguous';

export interface SessionExpiry {
  all(): Promise<void>;
  /** Ambiguous when the value is one user's username and another's address: nothing is ended then. */
  of(value: string, field: ExpiryField): Promise<ExpiryOutcome>;
}

/** Makes the work of `refresh-tokens:expire` (accounts.md section 12.2). */
export function createSessionExpiry(deps: {
  readonly database: Database;
  readonly users: UserRows;
  readonly sessions: Sessions;
}): SessionExpiry {
  const { database, users, sessions } = deps;
  return {
    all: () => database.transaction((transaction) => sessions.endAll(transaction)),
    of(value, field) {
      return database.transaction(async (transaction) => {
        const named = await users.byUsername(transaction, value);
        const addressed = await users.byEmailAddress(transaction, value);
        if (named !== undefined && addressed !== undefined && named.id !== addressed.id) return 'ambiguous';
        const user = field === 'username' ? named : addressed;
        if (user === undefined) return 'not-found';
        await sessions.endOfUser(transaction, user.id);
        return 'expired';
      });
    },
  };
}
