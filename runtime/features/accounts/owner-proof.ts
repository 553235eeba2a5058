import type { Actor } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database/database.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.js';
import { hasPassword, type LoginThrottle, type UserRows } from './authentication/index.js';

/**
 * Checks the current password of an account. Wrong guesses count as failed logins, so that an unattended session does
 * not reveal the password.
 * @throws AppError 429
 */
export type IsCurrentPassword = (id: string, password: string) => Promise<boolean>;

/**
 * Checks that the person using the session requests the new e-mail address (contract decision 121). They enter their
 * password, or need a recent proof of identity if their account has no password. Super administrators prove their own
 * identity for other accounts too.
 * @returns false for a missing or wrong password
 * @throws AppError 403 for access tokens, and with `proofs` if the account has no password and no recent proof; 429
 */
export type IsOwner = (actor: Actor, password: string) => Promise<boolean>;

/**
 * @throws AppError 403 with `proofs` unless the caller signed in or proved their identity within the last 600 seconds.
 */
export type AssertRecentProof = (actor: Actor) => Promise<void>;

export function createIsCurrentPassword(deps: {
  readonly database: Database;
  readonly users: UserRows;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
}): IsCurrentPassword {
  return async (id, password) => {
    const source = `session of ${id}`;
    await deps.throttle.attempt(id, source);
    const row = await deps.users.byId(deps.database, id);
    const isRight = await deps.hasher.verify(row?.password ?? null, password);
    if (isRight) await deps.throttle.succeeded(id, source);
    return isRight;
  };
}

export function createIsOwner(deps: {
  readonly database: Database;
  readonly users: UserRows;
  readonly isCurrentPassword: IsCurrentPassword;
  readonly assertRecentProof: AssertRecentProof;
}): IsOwner {
  return async (actor, password) => {
    if (actor.token !== undefined) throw kernelErrors.notForTokens();
    // Callers who act as another user prove their own identity.
    const id = actor.by ?? actor.user?.id;
    if (id === undefined) return false;
    const row = await deps.users.byId(deps.database, id);
    if (row !== undefined && !hasPassword(row)) {
      await deps.assertRecentProof(actor);
      return true;
    }
    // An empty password does not count as a guess.
    return password !== '' && deps.isCurrentPassword(id, password);
  };
}
