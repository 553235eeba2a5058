import type { Actor, RequestContext } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database.js';
import type { JsonValue } from '../../kernel/contract/json.js';
import type { WriteRule } from '../../kernel/contract/operations.js';
import type { StoredRecord } from '../../kernel/contract/record.js';
import type { ResourceDescriptor } from '../../kernel/contract/resource.js';
import type { ViolationList } from '../../kernel/contract/validation.js';
import { VIOLATION_CODES } from '../../kernel/contract/violation-codes.js';
import { PASSWORD_CREATE } from '../../model/user.js';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.js';
import { type LoginThrottle, type UserRows } from './authentication/index.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';
import { isGranted, ROLE_ADMIN } from '../../kernel/authorization/role-hierarchy.js';

export interface UserPasswordsDeps {
  readonly database: Database;
  readonly users: UserRows;
  readonly resource: ResourceDescriptor;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly addressChanges: AddressChanges;
}

/** Each new address gets a mail: room to correct mistakes, none to write to strangers with. */
export interface AddressChanges {
  /** @throws AppError 429 */
  hit(userId: string): Promise<void>;
}

const WRONG_PASSWORD = 'You have not entered your current password correctly. Please try again.';

/**
 * What a write of an account does before its transaction opens: hashing takes tens of milliseconds. Passwords leave the
 * body here, so that no other rule and no change ever sees one.
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
    await limitAddressChanges(before, body.newEmailAddress, { context, deps });
    if (before !== null && password === '') return answer;
    checkPassword(password, { resource: deps.resource, actor: context.actor, violations });
    // Self-service needs the current password (contract decision 10).
    const isOwn = before !== null && context.actor.user?.id === before.id;
    if (isOwn && !(await isCurrent(before.id, current, deps)))
      violations.add({ propertyPath: 'oldPassword', message: WRONG_PASSWORD, code: null });
    if (violations.items.length > 0) return { ...answer, violations: violations.items };
    return { ...answer, concealed: { ...incoming.concealed, password: await deps.hasher.hash(password) } };
  };
}

/** Adds what is wrong with a new password. */
export function checkPassword(
  password: string,
  to: {
    readonly resource: ResourceDescriptor;
    readonly actor: Actor;
    readonly violations: ViolationList;
  },
): void {
  const { resource, actor, violations } = to;
  resource.validate(
    { plainPassword: password },
    {
      groups: new Set([PASSWORD_CREATE]),
      violations,
      user: actor.user === null ? null : actor.user.fields,
      isGranted: (role) => isGranted(actor, role),
    },
  );
}

/** Null and the empty text are no password. */
function readText(propertyPath: string, value: JsonValue, violations: ViolationList): string {
  if (typeof value === 'string') return value;
  if (value !== null) {
    const message = 'This value should be of type string.';
    violations.add({ propertyPath, message, code: VIOLATION_CODES.type });
  }
  return '';
}

/** Refused attempts count as those of registration do; administrators are not limited. */
async function limitAddressChanges(
  before: StoredRecord | null,
  newEmailAddress: JsonValue | undefined,
  { context, deps }: { readonly context: RequestContext; readonly deps: UserPasswordsDeps },
): Promise<void> {
  if (before === null || typeof newEmailAddress !== 'string' || newEmailAddress === '') return;
  if (newEmailAddress === before.values.newEmailAddress || isGranted(context.actor, ROLE_ADMIN)) return;
  await deps.addressChanges.hit(before.id);
}

/** Guesses are counted as failed logins are: a session that was left open must not give the password away. */
async function isCurrent(id: string, password: string, deps: UserPasswordsDeps): Promise<boolean> {
  const source = `session of ${id}`;
  await deps.throttle.attempt(id, source);
  const row = await deps.users.byId(deps.database, id);
  const isRight = await deps.hasher.verify(row?.password ?? null, password);
  if (isRight) await deps.throttle.succeeded(id, source);
  return isRight;
}
