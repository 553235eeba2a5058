import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { UserRow } from '../../accounts/door.js';
import type { Challenges } from '../challenges.js';
import type { CodeJudge } from '../code-judge.js';
import type { Enrolment, MadePasskey } from '../enrolment.js';
import { secondFactorErrors } from '../errors.js';
import { type Factors, hasFactor } from '../factors.js';
import type { Opened, Openings, SignInRequest } from './openings.js';

export interface ByEnrolmentDeps {
  readonly database: Database;
  readonly challenges: Challenges;
  readonly judge: CodeJudge;
  readonly factors: Factors;
  readonly enrolment: Enrolment;
  readonly openings: Openings;
}

/** What somebody does whose role needs a factor, with the ticket of a sign-in. */
export interface EnrolmentSignIn {
  /** The secret of a first app. */
  beginApp(request: SignInRequest): Promise<JsonObject>;
  confirmApp(request: SignInRequest): Promise<Opened>;
  /** What a browser is asked for a first passkey. */
  beginPasskey(request: SignInRequest): Promise<JsonObject>;
  addPasskey(request: SignInRequest): Promise<Opened>;
}

/** A first factor, and the session with it, for somebody whose role needs one. */
export function createByEnrolment(deps: ByEnrolmentDeps): EnrolmentSignIn {
  const { database, challenges, judge, enrolment, openings } = deps;

  /** Where there is a factor by now somebody else came first, and the ticket would go past it. */
  async function newcomerOf(request: SignInRequest): Promise<UserRow> {
    const user = await openings.userOf('enrolment', request);
    if (hasFactor(await deps.factors.count(database, user.id))) throw secondFactorErrors.ticketOver();
    return user;
  }

  /** Uses up all tickets of the account, so that one of several enrolments at the same moment goes through. */
  async function takeTickets(transaction: TransactionSession, request: SignInRequest, user: UserRow) {
    await openings.takeTicket(transaction, request);
    await challenges.endOf(transaction, user.id);
  }

  return {
    beginApp: async (request) => enrolment.beginApp(await newcomerOf(request)),
    async confirmApp(request) {
      const { address, context } = request;
      const user = await newcomerOf(request);
      const claimant = { userId: user.id, address, context };
      const code = await judge.pending(request.body.code, claimant);
      if (code === undefined) throw secondFactorErrors.wrongCode();
      let codes: readonly string[] | undefined;
      const finish = async (transaction: TransactionSession): Promise<void> => {
        await takeTickets(transaction, request, user);
        codes = await enrolment.addApp(transaction, { code, userId: user.id, context });
      };
      const opened = await openings.open(user, { method: 'password, totp', finish }, context);
      await judge.succeeded(claimant);
      return { ...opened, codes };
    },
    beginPasskey: async (request) => enrolment.passkeyOptions(await newcomerOf(request)),
    async addPasskey(request) {
      const { body, context } = request;
      const user = await newcomerOf(request);
      const passkey = await enrolment.readPasskey(body, user.id);
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
