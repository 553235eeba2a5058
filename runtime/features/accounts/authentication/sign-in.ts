import type { RequestContext } from '../../../kernel/contract/context.js';
import type { AuditLog } from '../../../kernel/contract/features/audit.js';
import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { AccountCheck } from './account-checks.js';
import { signInCookies, type AuthenticatorDeps } from './authenticator.js';
import type { Sessions } from './sessions.js';
import type { UserRow } from './user-rows.js';

/** How somebody proved who they are. */
export interface SignInProof {
  /** `password`, or how else; the audit log names all others. */
  readonly method: string;
  /** Whether whoever proved it has asked for a second factor, too. */
  readonly isStrong: boolean;
  /** Asks in the transaction that opens the session whether the proof still holds; one that does not opens nothing. */
  stillHolds(transaction: TransactionSession): Promise<boolean>;
}

/** Asks for more before a session opens; undefined where nothing is wanted. Steps are asked in the order of the features. */
export type SignInStep = (
  user: UserRow,
  proof: SignInProof,
  context: RequestContext,
) => Promise<SignInChallenge | undefined>;

/** What is still wanted of somebody who has proved the first thing. Nothing is opened yet. */
export interface SignInChallenge {
  /** The answer where a client has asked; where a browser was led here, it is led on and only gets the cookies. */
  readonly status: number;
  readonly body: JsonObject;
  /** `Set-Cookie` values by which the browser is known when it goes on. */
  readonly cookies: readonly string[];
}

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: UserRow; readonly cookies: readonly string[] }
  | { readonly kind: 'challenged'; readonly challenge: SignInChallenge }
  /** `problem` says what is wrong with the account; undefined when the proof holds no more. */
  | { readonly kind: 'refused'; readonly problem: string | undefined };

export interface SignIn {
  /** Judges the account, asks the steps, and opens a session. Every way to sign in ends here. */
  complete(user: UserRow, proof: SignInProof, context: RequestContext): Promise<SignInOutcome>;
  /** The same for somebody who has done what steps asked for. */
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
  /** The steps of all features, once they are created. */
  steps(): readonly SignInStep[];
}

/** What follows when somebody has proved who they are, by whichever way (contract decision 47). */
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
