import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { UserRow } from '../../accounts/public-api.js';
import type { Challenges } from '../challenges.js';
import type { CodeVerifier } from '../code-verifier.js';
import type { Enrolment, MadePasskey } from '../enrolment.js';
import { secondFactorErrors } from '../errors.js';
import { type Factors, hasFactor } from '../factors.js';
import type { SentNewPasskey } from '../sent-members.js';
import type { Opened, Openings, SignInRequest } from './openings.js';

export interface ByEnrolmentDeps {
  readonly database: Database;
  readonly challenges: Challenges;
  readonly evaluate: CodeVerifier;
  readonly factors: Factors;
  readonly enrolment: Enrolment;
  readonly openings: Openings;
}

/** Adds the required first factor with the ticket of a sign-in. */
export interface EnrolmentSignIn {
  /** Returns the secret of a first app. */
  beginApp(request: SignInRequest): Promise<JsonObject>;
  confirmApp(request: SignInRequest, code: string | undefined): Promise<Opened>;
  /** Returns the options for a first passkey. */
  beginPasskey(request: SignInRequest): Promise<JsonObject>;
  addPasskey(request: SignInRequest, sent: SentNewPasskey): Promise<Opened>;
}

/** Creates the enrolment of users whose role requires a factor. It ends with a session. */
export function createByEnrolment(deps: ByEnrolmentDeps): EnrolmentSignIn {
  const { database, challenges, evaluate, enrolment, openings } = deps;

  /**
   * Returns the user of the ticket, who must still have no factor. Otherwise the ticket would bypass an existing one.
   */
  async function newcomerOf(request: SignInRequest): Promise<UserRow> {
    const user = await openings.userOf('enrolment', request);
    if (hasFactor(await deps.factors.count(database, user.id))) throw secondFactorErrors.ticketOver();
    return user;
  }

  /** Redeems all tickets of the account, so that only one of several concurrent enrolments succeeds. */
  async function takeTickets(transaction: TransactionSession, request: SignInRequest, user: UserRow) {
    await openings.takeTicket(transaction, request);
    await challenges.endOf(transaction, user.id);
  }

  return {
    beginApp: async (request) => enrolment.beginApp(await newcomerOf(request)),
    async confirmApp(request, sent) {
      const { address, context } = request;
      const user = await newcomerOf(request);
      const claimant = { userId: user.id, address, context };
      const code = await evaluate.pending(sent, claimant);
      if (code === undefined) throw secondFactorErrors.wrongCode();
      let codes: readonly string[] | undefined;
      const finish = async (transaction: TransactionSession): Promise<void> => {
        await takeTickets(transaction, request, user);
        codes = await enrolment.addApp(transaction, { code, userId: user.id, context });
      };
      const opened = await openings.open(user, { method: 'password, totp', finish }, context);
      await evaluate.succeeded(claimant);
      return { ...opened, codes };
    },
    beginPasskey: async (request) => enrolment.passkeyOptions(await newcomerOf(request)),
    async addPasskey(request, sent) {
      const { context } = request;
      const user = await newcomerOf(request);
      const passkey = await enrolment.readPasskey(sent, user.id);
      if (passkey === undefined) throw secondFactorErrors.passkeyRefused();
      let made: MadePasskey | undefined;
      const finish = async (transaction: TransactionSession): Promise<void> => {
        await takeTickets(transaction, request, user);
        made = await enrolment.addPasskey(transaction, { passkey, context });
      };
      const opened = await openings.open(user, { method: 'password, passkey', finish }, context);
      return { ...opened, codes: made?.codes };
    },
  };
}
