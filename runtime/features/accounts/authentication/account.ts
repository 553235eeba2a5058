import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import { expandRoles } from '../../../kernel/authorization/role-hierarchy.js';

/** An account as stored in its user record, without hashes and tokens. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly emailAddress: string;
  /** Roles as stored, without those implied by the hierarchy. */
  readonly roles: readonly string[];
  readonly enabled: boolean;
  readonly emailAddressVerified: boolean;
  readonly newEmailAddress: string | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  /** Custom fields of the application by field name. */
  readonly custom: Readonly<Record<string, unknown>>;
}

/** Converts a stored user record to an account. */
export function accountOf({ id, values }: StoredRecord): Account {
  const {
    username,
    emailAddress,
    roles,
    enabled,
    emailAddressVerified,
    newEmailAddress,
    createdAt,
    modifiedAt,
    ...custom
  } = values;
  const own = { username, emailAddress, roles, enabled, emailAddressVerified, newEmailAddress };
  // The built-in type declares these fields with these types.
  return { id, ...own, createdAt, modifiedAt, custom } as Account;
}

/** Returns the fields that expressions can read as `user.<field>` or, for a user record, as `object.<field>`. */
export function expressionFields(user: Account): Readonly<Record<string, unknown>> {
  return {
    ...user.custom,
    id: user.id,
    username: user.username,
    emailAddress: user.emailAddress,
    emailAddressVerified: user.emailAddressVerified,
    newEmailAddress: user.newEmailAddress,
    enabled: user.enabled,
    roles: [...expandRoles(user.roles)],
    createdAt: user.createdAt,
    modifiedAt: user.modifiedAt,
  };
}
