import { ANONYMOUS } from '../contract/context.js';
import type { Database } from '../contract/database.js';
import type { Violation } from '../contract/validation.js';
import { AppError } from '../errors/app-error.js';
import type { Clock } from '../ports/clock.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import type { Sessions, UserRow, UserRows } from '../security/index.js';
import type { UserRules } from './user-rules.js';
import { newUser } from './new-user.js';

export interface AccountInput {
  readonly username: string;
  readonly emailAddress: string;
  readonly password: string;
  readonly role: string;
  readonly enabled: boolean;
  /** Rewrites the account with that username when there is one (contract decision 51). */
  readonly overwrite: boolean;
}

export type AccountOutcome =
  | { readonly kind: 'created' | 'overwritten'; readonly user: UserRow }
  | { readonly kind: 'refused'; readonly violations: readonly Violation[] };

/** Makes an account without a caller: console and scaffold. It is verified, and nobody gets a mail. */
export type CreateAccount = (input: AccountInput) => Promise<AccountOutcome>;

export function createAccountCreation(deps: {
  readonly database: Database;
  readonly users: UserRows;
  readonly rules: UserRules;
  readonly sessions: Sessions;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
}): CreateAccount {
  const { database, users } = deps;

  async function store(input: AccountInput, existing: UserRow | undefined): Promise<AccountOutcome> {
    const password = await deps.hasher.hash(input.password);
    const { username, emailAddress, role, enabled } = input;
    const made = newUser(
      { username, emailAddress, roles: [role], enabled },
      { password, isVerified: true, now: deps.clock.now(), fields: users.fields },
    );
    return database.transaction(async (session) => {
      const { transaction } = session;
      const violations = await deps.rules.takeNames(session, identityOf(existing), input);
      if (violations.length > 0) return { kind: 'refused', violations };
      if (existing === undefined) {
        await session.model('user').create(users.encode(made), { transaction });
        return { kind: 'created', user: made };
      }
      const { custom, createdAt } = existing;
      const rewritten: UserRow = { ...made, id: existing.id, custom, createdAt };
      await session
        .model('user')
        .update(users.encode(rewritten), { where: { id: existing.id }, transaction });
      await deps.sessions.endOfUser(session, existing.id);
      return { kind: 'overwritten', user: rewritten };
    });
  }

  return async (input) => {
    const existing = input.overwrite ? await users.byUsername(database, input.username) : undefined;
    const { username, emailAddress } = input;
    const violations = await deps.rules.assess(database, {
      row: identityOf(existing),
      changes: { username, emailAddress },
      groups: new Set(['Default']),
      actor: ANONYMOUS,
    });
    if (violations.items.length > 0) return { kind: 'refused', violations: violations.items };
    try {
      return await store(input, existing);
    } catch (error) {
      const duplicate = deps.rules.duplicateOf(error);
      if (duplicate instanceof AppError) return { kind: 'refused', violations: duplicate.violations ?? [] };
      throw error;
    }
  };
}

/** What of a row stays when it is rewritten. */
function identityOf(existing: UserRow | undefined): Partial<UserRow> {
  if (existing === undefined) return {};
  const { id, username, custom } = existing;
  return { id, username, custom };
}
