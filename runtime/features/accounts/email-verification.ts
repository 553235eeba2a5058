import type { RequestContext } from '../../kernel/contract/context.js';
import type { Kernel } from '../../kernel/kernel.js';
import { type AccountMailing, linkSource } from './account-mailing.js';
import { mailboxOf, type UserRow, type UserRows } from './authentication/index.js';
import { byLink } from './by-link.js';
import type { ChangeAccount } from './change-account.js';
import { accountErrors } from './errors.js';
import { isSameToken } from './link-tokens.js';
import { boundAddress, type MailFlows } from './mail-flows.js';
import type { AccountsConfig } from './settings.js';
import type { UserNames } from './user-names.js';

export interface EmailVerification {
  /** @throws AppError 404 */
  verify(username: string, token: string, context: RequestContext): Promise<void>;
  /** @throws AppError 404, or 401 if another account has taken the address. */
  confirm(link: ConfirmationLink, context: RequestContext): Promise<void>;
  /** @throws AppError 404, 429, 400, 503 */
  resendVerification(username: string, context: RequestContext): Promise<void>;
  /** @throws AppError 404, 429, 400, 503 */
  resendConfirmation(username: string, context: RequestContext): Promise<void>;
}

export interface ConfirmationLink {
  readonly username: string;
  readonly emailAddress: string;
  readonly token: string;
}

export interface EmailVerificationDeps extends Pick<Kernel, 'database' | 'clock'> {
  readonly config: Pick<AccountsConfig, 'user'>;
  readonly users: UserRows;
  readonly names: UserNames;
  readonly change: ChangeAccount;
  readonly mailing: AccountMailing;
  readonly flows: MailFlows;
}

/** Handles the links of accounts.md section 7, which verify an address or confirm a new one. */
export function createEmailVerification(deps: EmailVerificationDeps): EmailVerification {
  const { database, users, flows, clock } = deps;
  const maximumAge = deps.config.user.newEmailConfirmation.requestTimeoutSeconds;

  /** Writes only while the checked token is still stored, so that one of two parallel requests succeeds. */
  async function changeAddress(
    user: UserRow,
    emailAddress: string,
    context: RequestContext,
  ): Promise<'changed' | 'taken' | 'not found'> {
    let isTaken = false;
    const names = { emailAddress };
    const isFound = await deps.change({ id: user.id, names }, context, async (row, session) => {
      if (row.newEmailConfirmationToken !== user.newEmailConfirmationToken) return undefined;
      const { violations } = await deps.names.taken(session, { id: row.id, names: row }, names);
      isTaken = violations.length > 0;
      if (isTaken) return { values: { newEmailAddress: null } };
      return { values: { emailAddress, newEmailAddress: null, emailAddressVerified: true } };
    });
    if (isTaken) return 'taken';
    return isFound ? 'changed' : 'not found';
  }

  return {
    async verify(username, token, context) {
      const user = await users.byUsername(database, username);
      const stored = user?.emailAddressVerifyToken ?? null;
      const address = user === undefined ? '' : boundAddress(flows.verify, user);
      if (user === undefined || !isSameToken(stored, token, address)) throw accountErrors.linkNotFound();
      // Links may be opened twice: mail programs open them before the reader does.
      if (user.emailAddressVerified) return;
      const isVerified = await deps.change(user, byLink(context), (row) =>
        Promise.resolve(
          mailboxOf(row.emailAddress) === mailboxOf(user.emailAddress)
            ? { values: { emailAddressVerified: true } }
            : undefined,
        ),
      );
      if (!isVerified) throw accountErrors.linkNotFound();
    },
    async confirm({ username, emailAddress, token }, context) {
      const user = await users.byUsername(database, username);
      const pending = user?.newEmailAddress ?? null;
      if (user === undefined || pending === null || mailboxOf(pending) !== mailboxOf(emailAddress)) {
        throw accountErrors.linkNotFound();
      }
      const sentAt = user.newEmailAddressChangeRequestedAt;
      const isFresh = sentAt !== null && sentAt.getTime() + maximumAge * 1000 > clock.now().getTime();
      const address = boundAddress(flows.confirm, user);
      if (!isFresh || !isSameToken(user.newEmailConfirmationToken, token, address))
        throw accountErrors.linkNotFound();
      const outcome = await changeAddress(user, pending, byLink(context));
      if (outcome === 'taken') throw accountErrors.addressTaken();
      if (outcome === 'not found') throw accountErrors.linkNotFound();
    },
    async resendVerification(username, context) {
      const user = await users.byUsername(database, username);
      if (user === undefined) throw accountErrors.usernameNotFound();
      await deps.mailing.request(flows.verify, user, linkSource(context));
    },
    async resendConfirmation(username, context) {
      const user = await users.byUsername(database, username);
      if (user === undefined) throw accountErrors.usernameNotFound();
      if (user.newEmailAddress === null) throw accountErrors.noNewAddress();
      await deps.mailing.request(flows.confirm, user, linkSource(context));
    },
  };
}
