import type { Actor, RequestContext } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database.js';
import type { JsonValue } from '../../kernel/contract/json.js';
import type { WriteRule } from '../../kernel/contract/writes.js';
import type { CompleteDescriptor } from '../../kernel/contract/resource.js';
import type { ViolationList } from '../../kernel/contract/validation.js';
import { PASSWORD_CREATE } from './model/user.js';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.js';
import { type LoginThrottle, type UserRows } from './authentication/index.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import { isGranted, ROLE_ADMIN, validationScope } from '../../kernel/authorization/role-hierarchy.js';
import { wrongType } from '../../kernel/validation/wrong-type.js';

export interface UserPasswordsDeps {
  readonly resource: CompleteDescriptor;
  readonly hasher: PasswordHasher;
  readonly addressChanges: AddressChanges;
  readonly isCurrentPassword: IsCurrentPassword;
}

/**
 * Checks whether a password is the one of the account. Guesses count as failed logins, because a session that was left open must
 * not give the password away.
 * @throws AppError 429
 */
export type IsCurrentPassword = (id: string, password: string) => Promise<boolean>;

/** Each new address gets a mail: room to correct mistakes, none to write to strangers with. */
export interface AddressChanges {
  /** @throws AppError 429 */
  hit(userId: string): Promise<void>;
}

export const WRONG_PASSWORD = 'You have not entered your current password correctly. Please try again.';

/**
 * Prepares a write of an account before its transaction opens, because hashing takes tens of milliseconds. It removes passwords
 * from the body, so that no other rule and no change ever sees one.
 */
export function createUserPasswords(deps: UserPasswordsDeps): NonNullable<WriteRule['ahead']> {
  return async ({ before, incoming, context }) => {
    const { plainPassword = null, oldPassword = null, ...body } = incoming.body;
    const violations = createViolationList();
    for (const violation of incoming.violations) violations.add(violation);
    const password = readText('plainPassword', plainPassword, violations);
    const current = readText('oldPassword', oldPassword, violations);
    const answer = { ...incoming, body, violations: violations.items };
    if (violations.items.length > 0) return answer;
    if (before !== null)
      await limitAddressChanges(body.newEmailAddress, {
        ...deps,
        actor: context.actor,
        account: { id: before.id, newEmailAddress: before.values.newEmailAddress },
      });
    if (before !== null && password === '') return answer;
    if (before !== null && context.actor.token !== undefined) throw kernelErrors.notForTokens();
    checkPassword(password, { resource: deps.resource, context, violations });
    // Self-service needs the current password (contract decision 10).
    const isOwn = before !== null && context.actor.user?.id === before.id;
    if (isOwn && !(await deps.isCurrentPassword(before.id, current)))
      violations.add({ propertyPath: 'oldPassword', message: WRONG_PASSWORD, code: null });
    if (violations.items.length > 0) return { ...answer, violations: violations.items };
    return { ...answer, concealed: { ...incoming.concealed, password: await deps.hasher.hash(password) } };
  };
}

/** Adds what is wrong with a new password. */
export function checkPassword(
  password: string,
  to: {
    readonly resource: CompleteDescriptor;
    readonly context: Pick<RequestContext, 'actor' | 'now'>;
    readonly violations: ViolationList;
  },
): void {
  const { resource, context, violations } = to;
  const groups = new Set([PASSWORD_CREATE]);
  resource.validate({ plainPassword: password }, { groups, violations, ...validationScope(context) });
}

/** Null and the empty text are no password. */
function readText(propertyPath: string, value: JsonValue, violations: ViolationList): string {
  if (typeof value === 'string') return value;
  if (value !== null) {
    violations.add({ propertyPath, ...wrongType('string') });
  }
  return '';
}

/** Refused attempts count as those of registration do; administrators are not limited. @throws AppError 429 */
export async function limitAddressChanges(
  newEmailAddress: unknown,
  by: {
    readonly account: { readonly id: string; readonly newEmailAddress?: unknown };
    readonly actor: Actor;
    readonly addressChanges: AddressChanges;
  },
): Promise<void> {
  if (typeof newEmailAddress !== 'string' || newEmailAddress === '') return;
  if (newEmailAddress === by.account.newEmailAddress || isGranted(by.actor, ROLE_ADMIN)) return;
  await by.addressChanges.hit(by.account.id);
}

export function createIsCurrentPassword(deps: {
  readonly database: Database;
  readonly users: UserRows;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
}): IsCurrentPassword {
  return async (id, password) => {
    const source = `session of ${id}`;
    await deps.throttle.attempt(id, source);
    const row = await deps.users.byId(deps.database, id);
    const isRight = await deps.hasher.verify(row?.password ?? null, password);
    if (isRight) await deps.throttle.succeeded(id, source);
    return isRight;
  };
}
