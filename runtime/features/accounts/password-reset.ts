import { ANONYMOUS, type RequestContext } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database/database.js';
import type { CompleteDescriptor } from '../../kernel/contract/schema/resource.js';
import type { RunCommand } from '../../kernel/contract/records/use-cases.js';
import type { StoredWrite, WriteScope } from '../../kernel/contract/records/writes.js';
import { validationFailed } from '../../kernel/errors/catalog.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';
import { type AccountMailing, linkSource } from './account-mailing.js';
import type { UserRow, UserRows } from './authentication/index.js';
import { byLink } from './by-link.js';
import type { StoreAccountChange } from './change-account.js';
import { accountErrors } from './errors.js';
import { isSameToken } from './link-tokens.js';
import { boundAddress, type MailFlows } from './mail-flows.js';
import type { AccountsConfig } from './settings.js';
import { checkPassword } from './password-rules.js';

export interface PasswordReset {
  /**
   * Mails a reset link; `identifier` is a username or an e-mail address.
   * @throws AppError 404, 429, 400, 503
   */
  request(identifier: string, context: RequestContext): Promise<void>;
  /**
   * Sets a password by a mailed token.
   * @throws AppError 422 for a weak password, otherwise 404 for an invalid token
   */
  reset(input: NewPassword, context: RequestContext): Promise<void>;
}

/** A new password, with the username and token of the mailed link. */
export interface NewPassword {
  readonly username: string;
  readonly token: string;
  readonly password: string;
}

/**
 * Validates and hashes a password set by a mailed token. Returns a function that stores it in a unit of work without a
 * user (`byLink`).
 * @throws AppError 422 for a weak password, otherwise 404 for an invalid token; the latter also while storing
 */
export type PreparePasswordReset = (
  input: NewPassword,
) => Promise<(scope: WriteScope) => Promise<StoredWrite>>;

export interface PreparePasswordResetDeps extends Pick<Kernel, 'database' | 'clock'> {
  readonly config: Pick<AccountsConfig, 'user'>;
  readonly users: UserRows;
  readonly resource: CompleteDescriptor;
  readonly storeChange: StoreAccountChange;
  readonly hasher: PasswordHasher;
  readonly flows: MailFlows;
}

export function createPreparePasswordReset(deps: PreparePasswordResetDeps): PreparePasswordReset {
  const { database, users, flows, clock } = deps;
  const maximumAge = deps.config.user.passwordReset.requestTimeoutSeconds;

  function isGood(user: UserRow, token: string): boolean {
    const sentAt = user.passwordRequestedAt;
    const isFresh = sentAt !== null && sentAt.getTime() + maximumAge * 1000 > clock.now().getTime();
    return isFresh && isSameToken(user.newPasswordConfirmationToken, token, boundAddress(flows.reset, user));
  }

  return async ({ username, token, password }) => {
    const violations = createViolationList();
    await checkPassword(password, {
      resource: deps.resource,
      context: { actor: ANONYMOUS, now: clock.now() },
      violations,
    });
    if (violations.items.length > 0) throw validationFailed(violations.items);
    const user = await users.byUsername(database, username);
    if (user === undefined || !isGood(user, token)) throw accountErrors.linkNotFound();
    const hash = await deps.hasher.hash(password);
    const concealed = { password: hash, password_requested_at: null };
    return async (scope) => {
      // Checks the token again under the lock, because it works only once.
      const stored = await deps.storeChange(user, scope, async (row) =>
        row.newPasswordConfirmationToken === user.newPasswordConfirmationToken
          ? { values: { emailAddressVerified: true }, concealed }
          : undefined,
      );
      if (stored === undefined) throw accountErrors.linkNotFound();
      return stored;
    };
  };
}

export function createPasswordReset(deps: {
  readonly database: Database;
  readonly users: UserRows;
  readonly mailing: AccountMailing;
  readonly flows: MailFlows;
  readonly prepareReset: PreparePasswordReset;
  readonly run: RunCommand;
}): PasswordReset {
  return {
    async request(identifier, context) {
      const user = await deps.users.byIdentifier(deps.database, identifier);
      if (user === undefined) throw accountErrors.linkNotFound();
      await deps.mailing.request(deps.flows.reset, user, linkSource(context));
    },
    async reset(input, context) {
      await deps.run(byLink(context), await deps.prepareReset(input));
    },
  };
}
