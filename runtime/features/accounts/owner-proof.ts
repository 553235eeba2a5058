import type { Actor } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database/database.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.js';
import { hasPassword, type LoginThrottle, type UserRows } from './authentication/index.js';

/**
 * Checks whether a password is the one of the account. Guesses count as failed logins, because a session that was left open must
 * not give the password away.
 * @throws AppError 429
 */
export type IsCurrentPassword = (id: string, password: string) => Promise<boolean>;

/**
 * Checks that a new e-mail address comes from the person who uses the session (contract decision 121): by their own password, or by
 * a recent sign-in or proof where their account has none. A super administrator proves who they are for other accounts too.
 * @returns false for a missing or wrong password
 * @throws AppError 403 for machine tokens, and with `proofs` where the account has no password and no proof is recent; 429
 */
export type IsOwner = (actor: Actor, password: string) => Promise<boolean>;

/** @throws AppError 403 with `proofs` unless the caller signed in, or proved who they are, within the last 600 seconds. */
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
    // A caller who acts as another user proves who they are themselves.
    const id = actor.by ?? actor.user?.id;
    if (id === undefined) return false;
    const row = await deps.users.byId(deps.database, id);
    if (row !== undefined && !hasPassword(row)) {
      await deps.assertRecentProof(actor);
      return true;
    }
    // An empty password is no guess.
    return password !== '' && deps.isCurrentPassword(id, password);
  };
}
