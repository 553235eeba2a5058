import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { unauthorized } from '../../../kernel/errors/catalog.js';
import type { Accounts, UserRow } from '../../accounts/public-api.js';
import { type Challenges, passwordMark, type Purpose } from '../challenges.js';
import type { CodeVerifier } from '../code-verifier.js';
import { secondFactorErrors } from '../errors.js';

/** A request that continues a sign-in. */
export interface SignInRequest {
  readonly ticket: string;
  readonly address: string;
  readonly context: RequestContext;
}

/** A new session; `codes` are shown once. */
export interface Opened {
  readonly cookies: readonly string[];
  readonly codes?: readonly string[] | undefined;
}

/** A session to open: its proof, and the writes of the same transaction. */
export interface Opening {
  readonly method: string;
  finish(transaction: TransactionSession): Promise<void>;
}

/** Steps that all ways to continue a sign-in share. */
export interface Openings {
  /** Returns the user of a ticket, unless the verified password was changed. @throws AppError 401 */
  userOf(purpose: Purpose, request: SignInRequest): Promise<UserRow>;
  /** @throws AppError 401 if the account has changed, or any error of `finish` */
  open(user: UserRow, opening: Opening, context: RequestContext): Promise<Opened>;
  /** Redeems the ticket. @throws AppError 401 if another request has redeemed it */
  takeTicket(transaction: TransactionSession, request: SignInRequest): Promise<void>;
  /** Adds refused attempts to the audit log, outside the transaction that is rolled back. */
  audited<Result>(
    about: { readonly method: string; readonly userId: string },
    request: SignInRequest,
    work: () => Promise<Result>,
  ): Promise<Result>;
}

export interface OpeningsDeps {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'rows' | 'signIn' | 'hold'>;
  readonly challenges: Challenges;
  readonly evaluate: CodeVerifier;
}

export function createOpenings({ database, accounts, challenges, evaluate }: OpeningsDeps): Openings {
  return {
    async userOf(purpose, { ticket }) {
      const found = await challenges.find(purpose, ticket);
      const user = found?.userId == null ? undefined : await accounts.rows.byId(database, found.userId);
      if (user === undefined || found?.passwordMark !== passwordMark(user.password))
        throw secondFactorErrors.ticketOver();
      return user;
    },
    async open(user, { method, finish }, context) {
      const stillHolds = async (transaction: TransactionSession): Promise<boolean> => {
        // The account is locked first, so that a concurrent password change waits or has already been committed.
        if (!(await accounts.hold(transaction, user))) throw secondFactorErrors.ticketOver();
        await finish(transaction);
        return true;
      };
      const outcome = await accounts.signIn.open(user, { method, stillHolds }, context);
      if (outcome.kind === 'refused') throw unauthorized(outcome.problem ?? 'Invalid credentials.');
      return { cookies: outcome.cookies };
    },
    async takeTicket(transaction, { ticket }) {
      if (!(await challenges.take(transaction, ticket))) throw secondFactorErrors.ticketOver();
    },
    async audited({ method, userId }, { address, context }, work) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof AppError && error.status === 401)
          await evaluate.failed(method, { userId, address, context });
        throw error;
      }
    },
  };
}
