import { randomUUID } from 'node:crypto';
import { reduceRoles, ROLE_USER, type UserRow, type UserRows } from '../security/index.js';
import type { UserChanges } from './user-changes.js';

interface NewUserOptions {
  readonly password: string;
  readonly isVerified: boolean;
  readonly now: Date;
  readonly fields: UserRows['fields'];
}

/** The row of a new account. */
export function newUser(
  changes: UserChanges,
  { password, isVerified, now, fields }: NewUserOptions,
): UserRow {
  const defaults = fields.map((field) => [field.name, field.default ?? null] as const);
  return {
    id: randomUUID(),
    username: changes.username ?? '',
    emailAddress: changes.emailAddress ?? '',
    password,
    roles: reduceRoles(changes.roles ?? [ROLE_USER]),
    enabled: changes.enabled ?? true,
    emailAddressVerified: isVerified,
    emailAddressVerifyToken: null,
    emailAddressVerificationRequestedAt: null,
    emailAddressVerificationClaim: null,
    emailLastUpdatedAt: now,
    newEmailAddress: null,
    newEmailConfirmationToken: null,
    newEmailAddressChangeRequestedAt: null,
    newEmailAddressChangeClaim: null,
    newPasswordConfirmationToken: null,
    passwordRequestedAt: null,
    passwordRequestClaim: null,
    passwordUpdatedAt: now,
    createdAt: now,
    modifiedAt: now,
    custom: { ...Object.fromEntries(defaults), ...changes.custom },
  };
}
