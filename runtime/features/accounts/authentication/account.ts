import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import { expandRoles } from '../../../kernel/authorization/role-hierarchy.js';

/** An account as its user record states it; hashes and tokens are no part of it. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly emailAddress: string;
  /** Roles as stored, before the hierarchy adds others. */
  readonly roles: readonly string[];
  readonly enabled: boolean;
  readonly emailAddressVerified: boolean;
  readonly newEmailAddress: string | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  /** The application's own fields by member name. */
  readonly custom: Readonly<Record<string, unknown>>;
}

/** The account that a stored user is. */
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
  // The members and their types are those of the built-in type.
  return { id, ...own, createdAt, modifiedAt, custom } as Account;
}

/** The members that an expression may read as `user.<field>` or, of a user record, as `object.<field>`. */
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
