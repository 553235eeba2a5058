import type { Sessions, UserRows } from './authentication/index.js';

export type ExpiryField = 'username' | 'emailAddress';
export type ExpiryOutcome = 'expired' | 'not-found' | 'ambiguous';

export interface SessionExpiry {
  all(): Promise<void>;
  /**
   * Ends the sessions of one user. Ambiguous if the value is a username and also the address of another user; no
   * session is ended then.
   */
  of(value: string, field: ExpiryField): Promise<ExpiryOutcome>;
}

/** Implements `refresh-tokens:expire` (accounts.md section 12.2). */
export function createSessionExpiry(deps: {
  readonly users: UserRows;
  readonly sessions: Sessions;
}): SessionExpiry {
  const { users, sessions } = deps;
  return {
    all: () => sessions.endFound(() => Promise.resolve('everyone')),
    async of(value, field) {
      let outcome: ExpiryOutcome = 'not-found';
      await sessions.endFound(async (transaction) => {
        const named = await users.byUsername(transaction, value);
        const addressed = await users.byEmailAddress(transaction, value);
        const isAmbiguous = named !== undefined && addressed !== undefined && named.id !== addressed.id;
        const user = field === 'username' ? named : addressed;
        outcome = isAmbiguous ? 'ambiguous' : user === undefined ? 'not-found' : 'expired';
        return isAmbiguous || user === undefined ? [] : [user.id];
      });
      return outcome;
    },
  };
}
