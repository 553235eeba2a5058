import type { KeyObject } from 'node:crypto';
import type { Actor } from '../../kernel/contract/context.js';
import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';
import type { Accounts, AccountsDeps, FindActor } from './accounts.js';
import type { SignInStep, UserRows } from './authentication/index.js';
import type { AssertRecentProof } from './owner-proof.js';
import type { UsersDeps } from './users.js';

/** Sign-in and mail flows, for the console and the server. */
export const ACCOUNTS = defineFeatureApi<Accounts>('accounts');

/** The key that signs tokens of the service. */
export const SIGNING_KEY = defineFeatureApi<KeyObject>('signing key');

/** Name of the session cookie. Requests that send it may not be anonymous. */
export const SESSION_COOKIE = defineFeatureApi<string>('session cookie');

/** Resolves a user id to its current actor. */
export const FIND_ACTOR = defineFeatureApi<FindActor>('find actor');

/**
 * Sign-in steps that features add before a session opens, such as a second factor. Users who complete the steps are
 * signed in by `signIn.open` of `ACCOUNTS`.
 */
export const SIGN_IN_STEPS = defineFeatureApi<SignInStep>('steps of signing in');

/**
 * Checks whether the caller recently confirmed their identity. Accounts without a password need it to change the e-mail
 * address.
 */
export const RECENT_PROOF = defineFeatureApi<AssertRecentProof>('recent proof');

/** Hub subscriptions of signed-in users: the topics and the cookie. */
export const SUBSCRIPTIONS = defineFeatureApi<Subscriptions>('subscriptions');

/** Authenticators for Bearer values other than the JWT of a session. */
export const BEARERS = defineFeatureApi<Bearers>('bearers');

/** Values of the `Authorization` header, recognized by their format. */
export interface Bearers {
  isOne(value: string): boolean;
  /** @throws AppError 401 for an invalid value, 429 if it is used too often. */
  identify(value: string): Promise<Actor>;
}

export type Subscriptions = Pick<UsersDeps, 'topicsFor'> & Pick<AccountsDeps, 'hubCookie'>;

/**
 * Replacement parts of accounts for applications that embed the service: `offer(ACCOUNT_PARTS, parts)`.
 *
 * @example
 * const withoutMails = (options: AppOptions): Promise<App> =>
 *   createApp({ ...options, provides: [provide(ACCOUNT_PARTS, { onUserEmail: async () => undefined })] });
 */
export const ACCOUNT_PARTS = defineFeatureApi<AccountParts>('parts of accounts');

/**
 * Parts of accounts that an application can replace: mails, hashing, tokens, throttles and the user check.
 *
 * @example
 * const parts: Partial<AccountParts> = { onUserEmail: async () => undefined };
 */
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

/** User rows for joins: the select list of a user with the alias `u`, and the decoder. */
export type OwnedRows = Pick<UserRows, 'columns' | 'decode'>;
