import type { Actor } from '../../kernel/contract/context.js';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { WriteRule } from '../../kernel/contract/records/writes.js';
import type { CompleteDescriptor } from '../../kernel/contract/schema/resource.js';
import type { ViolationList } from '../../kernel/contract/records/validation.js';
import { checkPassword, WRONG_PASSWORD } from './password-rules.js';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.js';
import type { IsCurrentPassword, IsOwner } from './owner-proof.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import { isGranted, ROLE_ADMIN } from '../../kernel/authorization/role-hierarchy.js';
import { wrongType } from '../../kernel/validation/wrong-type.js';

export interface UserPasswordsDeps {
  readonly resource: CompleteDescriptor;
  readonly hasher: PasswordHasher;
  readonly addressChanges: AddressChanges;
  readonly isCurrentPassword: IsCurrentPassword;
  readonly isOwner: IsOwner;
}

/** Limits new addresses, because each one gets a mail. Corrections are possible, but mailing strangers is not. */
export interface AddressChanges {
  /** @throws AppError 429 */
  hit(userId: string): Promise<void>;
}

/**
 * Prepares account writes before their transaction opens, because hashing takes tens of milliseconds. Removes passwords
 * from the body, so that no other rule or history entry contains one.
 */
export function createUserPasswords(deps: UserPasswordsDeps): NonNullable<WriteRule['ahead']> {
  return async ({ before, incoming, context }) => {
    const { actor } = context;
    const { plainPassword = null, oldPassword = null, ...sent } = incoming.body;
    const violations = createViolationList();
    for (const violation of incoming.violations) violations.add(violation);
    const password = readText('plainPassword', plainPassword, violations);
    const current = readText('oldPassword', oldPassword, violations);
    const body = before === null ? sent : withoutStoredAddress(sent, before.values.newEmailAddress);
    const answer = { ...incoming, body, violations: violations.items };
    if (violations.items.length > 0) return answer;
    const setsAddress = before !== null && isNewAddress(body.newEmailAddress, before.values.newEmailAddress);
    const setsPassword = before === null || password !== '';
    if (before !== null && actor.token !== undefined && (setsAddress || setsPassword))
      throw kernelErrors.notForTokens();
    if (setsAddress) await limitAddressChanges({ id: before.id, actor, addressChanges: deps.addressChanges });
    if (setsPassword) await checkPassword(password, { resource: deps.resource, context, violations });
    // Users need their current password to change it (contract decision 10), and to set a new address (contract
    // decision 121).
    const isOwn = before !== null && actor.user?.id === before.id;
    const isProved =
      (!setsAddress || (await deps.isOwner(actor, current))) &&
      (!setsPassword || !isOwn || (await deps.isCurrentPassword(before.id, current)));
    if (!isProved) violations.add({ propertyPath: 'oldPassword', message: WRONG_PASSWORD, code: null });
    if (violations.items.length > 0 || !setsPassword) return { ...answer, violations: violations.items };
    return { ...answer, concealed: { ...incoming.concealed, password: await deps.hasher.hash(password) } };
  };
}

/** Returns the text; null and the empty text mean no password. */
function readText(propertyPath: string, value: JsonValue, violations: ViolationList): string {
  if (typeof value === 'string') return value;
  if (value !== null) {
    violations.add({ propertyPath, ...wrongType('string') });
  }
  return '';
}

/** Returns whether a value sets another address. Null cancels the pending address, and the stored one is unchanged. */
export const isNewAddress = (sent: unknown, stored: unknown): boolean =>
  typeof sent === 'string' && sent !== '' && sent !== stored;

/**
 * Removes the stored pending address from the body: it is not a change, even if it changes before the transaction
 * opens.
 */
function withoutStoredAddress(body: JsonObject, stored: unknown): JsonObject {
  if (body.newEmailAddress === undefined || body.newEmailAddress !== stored) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'newEmailAddress'));
}

/**
 * Counts address changes. Refused attempts count too, as for registrations; administrators are exempt.
 * @throws AppError 429
 */
export async function limitAddressChanges(by: {
  readonly id: string;
  readonly actor: Actor;
  readonly addressChanges: AddressChanges;
}): Promise<void> {
  if (!isGranted(by.actor, ROLE_ADMIN)) await by.addressChanges.hit(by.id);
}
