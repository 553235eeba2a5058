import type { AppConfig } from '../config/app-config.js';
import type { Database, TransactionSession } from '../contract/database.js';
import type { LinkSource } from '../mail/index.js';
import type { Clock } from '../ports/clock.js';
import { canonical, type UserRow, type UserRows } from '../security/index.js';
import type { AccountMailing } from './account-mailing.js';
import { addressTaken, linkNotFound, usernameNotFound } from './errors.js';
import { isSameToken } from './link-tokens.js';
import { boundAddress, type MailFlows } from './mail-flows.js';
import type { UserRules } from './user-rules.js';

export interface EmailVerification {
  /** @throws AppError 404 */
  verify(username: string, token: string): Promise<void>;
  /** @throws AppError 404, or 401 when another account has the address by now. */
  confirm(username: string, emailAddress: string, token: string): Promise<void>;
  /** @throws AppError 404, 429, 400, 503 */
  resendVerification(username: string, source: LinkSource): Promise<void>;
  /** @throws AppError 404, 429, 400, 503 */
  resendConfirmation(username: string, source: LinkSource): Promise<void>;
}

export interface EmailVerificationDeps {
  readonly database: Database;
  readonly config: Pick<AppConfig, 'user'>;
  readonly users: UserRows;
  readonly rules: UserRules;
  readonly mailing: AccountMailing;
  readonly flows: MailFlows;
  readonly clock: Clock;
}

/** The links of accounts.md section 7: proving an address, and moving to another one. */
export function createEmailVerification(deps: EmailVerificationDeps): EmailVerification {
  const { database, users, flows, clock } = deps;
  const maximumAge = deps.config.user.newEmailConfirmation.requestTimeoutSeconds;

  /** Conditional on the token, so that of two requests at once one succeeds. */
  async function change(
    transaction: TransactionSession,
    { id }: UserRow,
    changes: Partial<UserRow>,
    where: Record<string, unknown>,
  ): Promise<boolean> {
    const values = users.encode({ ...changes, modifiedAt: clock.now() });
    const [count] = await transaction.model('user').update(values, {
      where: { id, ...where },
      transaction: transaction.transaction,
    });
    return count > 0;
  }

  async function adopt(user: UserRow, emailAddress: string): Promise<'adopted' | 'taken' | 'not found'> {
    const stored = { [flows.confirm.columns.token]: user.newEmailConfirmationToken };
    const forgotten = { newEmailAddress: null, newEmailConfirmationToken: null };
    const adopted = {
      ...forgotten,
      emailAddress,
      emailAddressVerified: true,
      emailLastUpdatedAt: clock.now(),
      emailAddressVerifyToken: null,
    };
    try {
      return await database.transaction(async (transaction) => {
        const taken = await deps.rules.takeNames(transaction, user, { emailAddress });
        const isFound = await change(transaction, user, taken.length > 0 ? forgotten : adopted, stored);
        if (taken.length > 0) return 'taken';
        return isFound ? 'adopted' : 'not found';
      });
    } catch (error) {
      if (deps.rules.duplicateOf(error) === undefined) throw error;
      return 'taken';
    }
  }
  return {
    async verify(username, token) {
      const user = await users.byUsername(database, username);
      const stored = user?.emailAddressVerifyToken ?? null;
      const address = user === undefined ? '' : boundAddress(flows.verify, user);
      if (user === undefined || !isSameToken(stored, token, address)) throw linkNotFound();
      // The link may be opened again: mail programs do so before the reader does.
      if (user.emailAddressVerified) return;
      const isSame = { email_canonical: canonical(user.emailAddress) };
      const isVerified = await database.transaction((transaction) =>
        change(transaction, user, { emailAddressVerified: true }, isSame),
      );
      if (!isVerified) throw linkNotFound();
    },
    async confirm(username, emailAddress, token) {
      const user = await users.byUsername(database, username);
      const pending = user?.newEmailAddress ?? null;
      if (user === undefined || pending === null || canonical(pending) !== canonical(emailAddress)) {
        throw linkNotFound();
      }
      const sentAt = user.newEmailAddressChangeRequestedAt;
      const isFresh = sentAt !== null && sentAt.getTime() + maximumAge * 1000 > clock.now().getTime();
      const address = boundAddress(flows.confirm, user);
      if (!isFresh || !isSameToken(user.newEmailConfirmationToken, token, address)) throw linkNotFound();
      const outcome = await adopt(user, pending);
      if (outcome === 'taken') throw addressTaken();
      if (outcome === 'not found') throw linkNotFound();
    },
    async resendVerification(username, source) {
      const user = await users.byUsername(database, username);
      if (user === undefined) throw usernameNotFound();
      await deps.mailing.request(flows.verify, user, source);
    },
    async resendConfirmation(username, source) {
      const user = await users.byUsername(database, username);
      if (user === undefined) throw usernameNotFound();
      if (user.newEmailAddress === null) throw linkNotFound();
      await deps.mailing.request(flows.confirm, user, source);
    },
  };
}
