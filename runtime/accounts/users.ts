import type { AppConfig } from '../config/app-config.js';
import type { Actor } from '../contract/context.js';
import type { Database, TransactionSession } from '../contract/database.js';
import { notFound, validationFailed } from '../errors/catalog.js';
import type { LinkSource } from '../mail/index.js';
import { PASSWORD_CREATE } from '../metadata/core-resources/user.js';
import type { Clock } from '../ports/clock.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import { type LoginThrottle, type Sessions, type UserRow, type UserRows } from '../security/index.js';
import type { AccountMailing } from './account-mailing.js';
import { newUser } from './new-user.js';
import { rowChanges } from './row-changes.js';
import type { UserChanges } from './user-changes.js';
import type { UserRules } from './user-rules.js';

export interface WriteOptions {
  readonly actor: Actor;
  /** The request the write came with, for links in mails. */
  readonly source: LinkSource;
  /** Validation groups; `Default` unless said otherwise, and the password rules whenever a password is set. */
  readonly groups?: readonly string[];
  /** The current password must be given (`oldPassword`) with a new one: self-service (contract decision 10). */
  readonly needsOldPassword?: boolean;
}

export interface Users {
  /** @throws AppError 422 with every violation. */
  create(changes: UserChanges, options: WriteOptions): Promise<UserRow>;
  /** @throws AppError 404, 422 */
  update(id: string, changes: UserChanges, options: WriteOptions): Promise<UserRow>;
  find(id: string): Promise<UserRow | undefined>;
}

export interface UsersDeps {
  readonly database: Database;
  readonly config: Pick<AppConfig, 'user'>;
  readonly users: UserRows;
  readonly rules: UserRules;
  readonly sessions: Sessions;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly mailing: AccountMailing;
  readonly clock: Clock;
}

const WRONG_PASSWORD = 'You have not entered your current password correctly. Please try again.';

/** User writes with their side effects (accounts.md section 6.4): mails follow the commit, in a fixed order. */
export function createUsers(deps: UsersDeps): Users {
  const { database, users, clock } = deps;
  const verification = deps.config.user.emailVerification;

  async function assertValid(
    row: Partial<UserRow>,
    changes: UserChanges,
    options: WriteOptions,
  ): Promise<void> {
    const groups = new Set(options.groups ?? ['Default']);
    const setsPassword = Boolean(changes.plainPassword) || groups.has(PASSWORD_CREATE);
    if (row.id === undefined || setsPassword) groups.add(PASSWORD_CREATE);
    const violations = await deps.rules.assess(database, { row, changes, groups, actor: options.actor });
    if (options.needsOldPassword === true && setsPassword && !(await isCurrent(row, changes.oldPassword))) {
      violations.add({ propertyPath: 'oldPassword', message: WRONG_PASSWORD, code: null });
    }
    if (violations.items.length > 0) throw validationFailed(violations.items);
  }

  /** Guesses are counted as failed logins are: a session that was left open must not give the password away. */
  async function isCurrent(row: Partial<UserRow>, password: string | null | undefined): Promise<boolean> {
    const [account, source] = [row.id ?? '', `session of ${row.id}`];
    await deps.throttle.attempt(account, source);
    const isRight = await deps.hasher.verify(row.password ?? null, password ?? '');
    if (isRight) await deps.throttle.succeeded(account, source);
    return isRight;
  }

  async function write<Result>(work: (transaction: TransactionSession) => Promise<Result>): Promise<Result> {
    try {
      return await database.transaction(work);
    } catch (error) {
      throw deps.rules.duplicateOf(error) ?? error;
    }
  }

  async function takeNames(
    transaction: TransactionSession,
    row: Partial<UserRow>,
    changes: UserChanges,
  ): Promise<void> {
    const violations = await deps.rules.takeNames(transaction, row, changes);
    if (violations.length > 0) throw validationFailed(violations);
  }

  /** Sessions that a change ends at once; the session that changed its own password stays (contract decision 6). */
  async function endSessions(transaction: TransactionSession, before: UserRow, after: UserRow, actor: Actor) {
    const isDisabled = before.enabled && !after.enabled;
    if (!isDisabled && before.password === after.password) return;
    const isOwn = !isDisabled && actor.user?.id === after.id;
    await deps.sessions.endOfUser(transaction, after.id, isOwn ? actor.user.sessionId : null);
  }

  /** The write stands, whether it can be read again or not. */
  const readBack = (id: string): Promise<UserRow | undefined> =>
    users.byId(database, id).catch(() => undefined);

  return {
    find: (id) => users.byId(database, id),
    async create(changes, options) {
      await assertValid({}, changes, options);
      const password = await deps.hasher.hash(changes.plainPassword ?? '');
      const user = newUser(changes, {
        password,
        isVerified: verification.defaultValue,
        now: clock.now(),
        fields: users.fields,
      });
      await write(async (transaction) => {
        await takeNames(transaction, {}, changes);
        await transaction.model('user').create(users.encode(user), { transaction: transaction.transaction });
      });
      const needsLink = !user.emailAddressVerified && verification.verifyOnRegister && verification.enabled;
      await deps.mailing.welcome(user, options.source, needsLink);
      return (await readBack(user.id)) ?? user;
    },
    async update(id, changes, options) {
      const current = await users.byId(database, id);
      if (current === undefined) throw notFound();
      await assertValid(current, changes, options);
      const password = changes.plainPassword ? await deps.hasher.hash(changes.plainPassword) : undefined;
      const { before, after } = await write(async (transaction) => {
        await takeNames(transaction, current, changes);
        const row = await users.lock(transaction, id);
        if (row === undefined) throw notFound();
        const written = rowChanges(row, changes, {
          password,
          now: clock.now(),
          unverifiesOnChange: verification.verifyOnChange,
        });
        if (Object.keys(written).length === 0) return { before: row, after: row };
        await transaction
          .model('user')
          .update(users.encode(written), { where: { id }, transaction: transaction.transaction });
        const merged: UserRow = { ...row, ...written, custom: { ...row.custom, ...written.custom } };
        await endSessions(transaction, row, merged, options.actor);
        return { before: row, after: merged };
      });
      await deps.mailing.changed(before, after, options.source);
      return (await readBack(id)) ?? after;
    },
  };
}
