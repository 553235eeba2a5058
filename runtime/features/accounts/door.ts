import type { KeyObject } from 'node:crypto';
import type { Actor } from '../../kernel/contract/context.js';
import { defineDoor } from '../../kernel/contract/features/door.js';
import type { Accounts, AccountsDeps, FindActor } from './accounts.js';
import type { SignInStep, UserRows } from './authentication/index.js';
import type { AssertRecentProof } from './owner-proof.js';
import type { UsersDeps } from './users.js';

/** Signing in and the flows that work by mail, for the console as for the server. */
export const ACCOUNTS = defineDoor<Accounts>('accounts');

/** The door at which accounts offer the key that the service signs with. */
export const SIGNING_KEY = defineDoor<KeyObject>('signing key');

/** Name of the cookie of a session: who sends one may not be anonymous. */
export const SESSION_COOKIE = defineDoor<string>('session cookie');

/** The door at which accounts find the caller that a user would be now. */
export const FIND_ACTOR = defineDoor<FindActor>('find actor');

/**
 * The door at which features ask for more before a session opens: a second factor. Whoever has done what they ask for signs in by
 * `signIn.open` of `ACCOUNTS`.
 */
export const SIGN_IN_STEPS = defineDoor<SignInStep>('steps of signing in');

/**
 * The door at which a feature says whether the caller has proved lately who they are, by a sign-in or otherwise. Accounts without a
 * password need it for a new e-mail address.
 */
export const RECENT_PROOF = defineDoor<AssertRecentProof>('recent proof');

/**
 * The door at which a feature gives those who sign in something beside their session: the topics they may subscribe to, and the
 * cookie for that.
 */
export const SUBSCRIPTIONS = defineDoor<Subscriptions>('subscriptions');

/** The door at which features identify callers by Bearer values of their own kind, beside the JWT of a session. */
export const BEARERS = defineDoor<Bearers>('bearers');

/** Values of the `Authorization` header, told from others by their form. */
export interface Bearers {
  isOne(value: string): boolean;
  /** @throws AppError 401 for a value that is of no use, 429 for one that is used too often. */
  identify(value: string): Promise<Actor>;
}

export type Subscriptions = Pick<UsersDeps, 'topicsFor'> & Pick<AccountsDeps, 'hubCookie'>;

/** The door at which an application that embeds the service replaces parts of accounts: `offer(ACCOUNT_PARTS, parts)`. */
export const ACCOUNT_PARTS = defineDoor<AccountParts>('parts of accounts');

/** Parts of accounts that an application may replace: mails, hashing, tokens, throttles and the check of users. */
export type AccountParts = Subscriptions &
  Pick<UsersDeps, 'onUserEmail' | 'hasher' | 'tokens' | 'throttle' | 'loginLimits'> &
  Pick<AccountsDeps, 'userChecker'>;

export { mailboxOf } from './authentication/user-rows.js';
export { assertJwtKeys } from './authentication/jwt-keys.js';
export { USER } from './is-user.js';
export { createNoticeChannel, type NoticeChannelDeps } from './mails/notice-channel.js';
export { ACCOUNTS_SETTINGS, DEVELOPMENT_PASSWORD } from './settings.js';
export type {
  SignInChallenge,
  SignInOutcome,
  SignInProof,
  SignInStep,
  UserRow,
} from './authentication/index.js';
export type { Accounts } from './accounts.js';
export type { CreateAccount } from './create-account.js';
export type { ExpiryField, SessionExpiry } from './session-expiry.js';
export type { FindActor } from './accounts.js';
export type { AssertRecentProof } from './owner-proof.js';

/** Rows of users as a part of other ones: the select list of a user aliased `u`, and how they are read. */
export type OwnedRows = Pick<UserRows, 'columns' | 'decode'>;
