import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { unauthorized } from '../../../kernel/errors/catalog.js';
import type { Accounts, UserRow } from '../../accounts/door.js';
import { type Challenges, passwordMark, type Purpose } from '../challenges.js';
import type { CodeJudge } from '../code-judge.js';
import { secondFactorErrors } from '../errors.js';

/** A request that goes on with a sign-in. */
export interface SignInRequest {
  readonly ticket: string;
  readonly body: JsonObject;
  readonly address: string;
  readonly context: RequestContext;
}

/** A session was opened; `codes` are shown once. */
export interface Opened {
  readonly cookies: readonly string[];
  readonly codes?: readonly string[] | undefined;
}

/** What opens a session: how it was proved, and what is written with it or not at all. */
export interface Opening {
  readonly method: string;
  finish(transaction: TransactionSession): Promise<void>;
}

/** What all ways to go on with a sign-in share. */
export interface Openings {
  /** The user of a ticket, while the password that was proved is theirs. @throws AppError 401 */
  userOf(purpose: Purpose, request: SignInRequest): Promise<UserRow>;
  /** @throws AppError 401 where the account is not what it was any more, or `finish` throws it */
  open(user: UserRow, opening: Opening, context: RequestContext): Promise<Opened>;
  /** Uses the ticket up. @throws AppError 401 where another request has done so */
  takeTicket(transaction: TransactionSession, request: SignInRequest): Promise<void>;
  /** Enters what is refused in the audit log, which is outside the transaction that it undoes. */
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
  readonly judge: CodeJudge;
}

export function createOpenings({ database, accounts, challenges, judge }: OpeningsDeps): Openings {
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
        // The account is locked first: whoever changes its password waits, or has come first.
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
          await judge.failed(method, { userId, address, context });
        throw error;
      }
    },
  };
}
