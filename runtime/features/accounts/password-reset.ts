import type { AppConfig } from '../../config/app-config.js';
import { ANONYMOUS, type RequestContext } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database.js';
import { validationFailed } from '../../kernel/errors/catalog.js';
import type { ResourceDescriptor } from '../../kernel/contract/resource.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.js';
import type { UserRow, UserRows } from './authentication/index.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';
import { linkSource, type AccountMailing } from './account-mailing.js';
import { byLink } from './by-link.js';
import type { ChangeAccount } from './change-account.js';
import { linkNotFound } from './errors.js';
import { isSameToken } from './link-tokens.js';
import { boundAddress, type MailFlows } from './mail-flows.js';
import { checkPassword } from './user-passwords.js';

export interface PasswordReset {
  /** Mails a reset link; `identifier` is a username or an e-mail address. @throws AppError 404, 429, 400, 503 */
  request(identifier: string, context: RequestContext): Promise<void>;
  /** Sets a password by a mailed token. @throws AppError 422 for a weak one, else 404 for a token that is no good */
  reset(
    input: { readonly username: string; readonly token: string; readonly password: string },
    context: RequestContext,
  ): Promise<void>;
}

export interface PasswordResetDeps {
  readonly database: Database;
  readonly config: Pick<AppConfig, 'user'>;
  readonly users: UserRows;
  readonly resource: ResourceDescriptor;
  readonly change: ChangeAccount;
  readonly hasher: PasswordHasher;
  readonly mailing: AccountMailing;
  readonly flows: MailFlows;
  readonly clock: Clock;
}

export function createPasswordReset(deps: PasswordResetDeps): PasswordReset {
  const { database, users, flows, clock } = deps;
  const maximumAge = deps.config.user.passwordReset.requestTimeoutSeconds;

  function isGood(user: UserRow, token: string): boolean {
    const sentAt = user.passwordRequestedAt;
    const isFresh = sentAt !== null && sentAt.getTime() + maximumAge * 1000 > clock.now().getTime();
    return isFresh && isSameToken(user.newPasswordConfirmationToken, token, boundAddress(flows.reset, user));
  }

  /** The token is looked at once more under the lock: it works once, whoever else holds it. */
  function store(user: UserRow, password: string, context: RequestContext): Promise<boolean> {
    const token = user.newPasswordConfirmationToken;
    return deps.change(user, byLink(context), (row) =>
      Promise.resolve(
        row.newPasswordConfirmationToken === token
          ? { values: { emailAddressVerified: true }, concealed: { password, password_requested_at: null } }
          : undefined,
      ),
    );
  }

  return {
    async request(identifier, context) {
      const user = await users.byIdentifier(database, identifier);
      if (user === undefined) throw linkNotFound();
      await deps.mailing.request(flows.reset, user, linkSource(context));
    },
    async reset({ username, token, password }, context) {
      const violations = createViolationList();
      checkPassword(password, { resource: deps.resource, actor: ANONYMOUS, violations });
      if (violations.items.length > 0) throw validationFailed(violations.items);
      const user = await users.byUsername(database, username);
      if (user === undefined || !isGood(user, token)) throw linkNotFound();
      const hash = await deps.hasher.hash(password);
      if (!(await store(user, hash, context))) throw linkNotFound();
    },
  };
}
