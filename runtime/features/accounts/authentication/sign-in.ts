import type { RequestContext } from '../../../kernel/contract/context.js';
import type { AuditLog } from '../../../kernel/contract/features/audit.js';
import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { AccountCheck } from './account-checks.js';
import { signInCookies, type AuthenticatorDeps } from './authenticator.js';
import type { Sessions } from './sessions.js';
import type { UserRow } from './user-rows.js';

/** Proof of a user's identity. */
export interface SignInProof {
  /** `password`, or another method. The audit log records every method except `password`. */
  readonly method: string;
  /** Whether the proof already includes a second factor. */
  readonly isStrong: boolean;
  /**
   * Checks the proof again in the transaction that opens the session. If it is no longer valid, no session is opened.
   */
  stillHolds(transaction: TransactionSession): Promise<boolean>;
}

/**
 * Requires another step before a session opens; returns undefined if none is needed. Steps run in the order of the
 * features.
 */
export type SignInStep = (
  user: UserRow,
  proof: SignInProof,
  context: RequestContext,
) => Promise<SignInChallenge | undefined>;

/** A step that the user still has to complete. No session is open yet. */
export interface SignInChallenge {
  /** Response for API clients. A redirected browser continues and only receives the cookies. */
  readonly status: number;
  readonly body: JsonObject;
  /** `Set-Cookie` values that identify the browser in the next step. */
  readonly cookies: readonly string[];
}

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: UserRow; readonly cookies: readonly string[] }
  | { readonly kind: 'challenged'; readonly challenge: SignInChallenge }
  /** `problem` describes the state of the account; undefined if the proof is no longer valid. */
  | { readonly kind: 'refused'; readonly problem: string | undefined };

export interface SignIn {
  /** Checks the account, runs the steps and opens a session. Every sign-in method ends here. */
  complete(user: UserRow, proof: SignInProof, context: RequestContext): Promise<SignInOutcome>;
  /** Opens a session after the user has completed the required steps. */
  open(
    user: UserRow,
    proof: Omit<SignInProof, 'isStrong'>,
    context: RequestContext,
  ): Promise<Exclude<SignInOutcome, { readonly kind: 'challenged' }>>;
}

export interface SignInDeps {
  readonly database: Database;
  readonly sessions: Pick<Sessions, 'start'>;
  readonly accountCheck: AccountCheck;
  readonly audit: AuditLog;
  readonly signing: Pick<AuthenticatorDeps, 'signer' | 'cookie' | 'clock' | 'tokenTtl' | 'hubCookie'>;
  /** Returns the steps of all features, available once all features are created. */
  steps(): readonly SignInStep[];
}

/** Completes sign-ins after the identity is proved, for every method (contract decision 47). */
export function createSignIn({
  database,
  sessions,
  accountCheck,
  audit,
  signing,
  steps,
}: SignInDeps): SignIn {
  const open: SignIn['open'] = async (user, proof, context) => {
    const problem = accountCheck(user);
    if (problem !== undefined) return { kind: 'refused', problem };
    const sessionId = await database.transaction(async (transaction) => {
      if (!(await proof.stillHolds(transaction))) return undefined;
      const id = await sessions.start(transaction, user.id);
      const how = proof.method === 'password' ? {} : { details: proof.method };
      await audit.addWith(transaction, { kind: 'sign-in', actor: user.id, ...how }, context);
      return id;
    });
    if (sessionId === undefined) return { kind: 'refused', problem: undefined };
    return { kind: 'signed-in', user, cookies: signInCookies(signing, user, sessionId) };
  };
  return {
    open,
    async complete(user, proof, context) {
      const problem = accountCheck(user);
      if (problem !== undefined) return { kind: 'refused', problem };
      for (const step of steps()) {
        const challenge = await step(user, proof, context);
        if (challenge !== undefined) return { kind: 'challenged', challenge };
      }
      return open(user, proof, context);
    },
  };
}
