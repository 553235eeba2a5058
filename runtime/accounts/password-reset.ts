import type { AppConfig } from '../config/app-config.js';
import { ANONYMOUS } from '../contract/context.js';
import type { Database } from '../contract/database.js';
import { validationFailed } from '../errors/catalog.js';
import type { LinkSource } from '../mail/index.js';
import { PASSWORD_CREATE } from '../metadata/core-resources/user.js';
import type { Clock } from '../ports/clock.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import type { Sessions, UserRow, UserRows } from '../security/index.js';
import type { AccountMailing } from './account-mailing.js';
import { linkNotFound } from './errors.js';
import { isSameToken } from './link-tokens.js';
import { boundAddress, type MailFlows } from './mail-flows.js';
import type { UserRules } from './user-rules.js';

export interface PasswordReset {
  /** Mails a reset link; `identifier` is a username or an e-mail address. @throws AppError 404, 429, 400, 503 */
  request(identifier: string, source: LinkSource): Promise<void>;
  /** Sets a password by a mailed token. @throws AppError 422 for a weak one, else 404 for a token that is no good */
  reset(
    input: { readonly username: string; readonly token: string; readonly password: string },
    source: LinkSource,
  ): Promise<void>;
}

export interface PasswordResetDeps {
  readonly database: Database;
  readonly config: Pick<AppConfig, 'user'>;
  readonly users: UserRows;
  readonly rules: UserRules;
  readonly sessions: Sessions;
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

  /** The token is in the condition: it works once, whoever else holds it. */
  function store(user: UserRow, password: string): Promise<boolean> {
    return database.transaction(async (transaction) => {
      const now = clock.now();
      const changes = {
        password,
        passwordUpdatedAt: now,
        emailAddressVerified: true,
        newPasswordConfirmationToken: null,
        passwordRequestedAt: null,
        modifiedAt: now,
      };
      const [count] = await transaction.model('user').update(users.encode(changes), {
        where: { id: user.id, [flows.reset.columns.token]: user.newPasswordConfirmationToken },
        transaction: transaction.transaction,
      });
      if (count === 1) await deps.sessions.endOfUser(transaction, user.id);
      return count === 1;
    });
  }

  return {
    async request(identifier, source) {
      const user = await users.byIdentifier(database, identifier);
      if (user === undefined) throw linkNotFound();
      await deps.mailing.request(flows.reset, user, source);
    },
    async reset({ username, token, password }, source) {
      const violations = await deps.rules.assess(database, {
        row: {},
        changes: { plainPassword: password },
        groups: new Set([PASSWORD_CREATE]),
        actor: ANONYMOUS,
      });
      if (violations.items.length > 0) throw validationFailed(violations.items);
      const user = await users.byUsername(database, username);
      if (user === undefined || !isGood(user, token)) throw linkNotFound();
      if (!(await store(user, await deps.hasher.hash(password)))) throw linkNotFound();
      const changed = (await users.byId(database, user.id)) ?? user;
      await deps.mailing.changed(user, changed, source);
    },
  };
}
