import { isDeepStrictEqual } from 'node:util';
import { reduceRoles, type UserRow } from '../security/index.js';
import type { UserChanges } from './user-changes.js';

export interface RowChangeOptions {
  /** Hash of a new password. */
  readonly password: string | undefined;
  readonly now: Date;
  /** A changed address must be verified anew (contract decision 48). */
  readonly unverifiesOnChange: boolean;
}

type Writable<Type> = { -readonly [Member in keyof Type]: Type[Member] };

/** Members of the row that a write changes, with those that follow from them; empty when nothing changes. */
export function rowChanges(
  row: UserRow,
  changes: UserChanges,
  { password, now, unverifiesOnChange }: RowChangeOptions,
): Partial<UserRow> {
  const written: Writable<Partial<UserRow>> = {};
  if (typeof changes.username === 'string') written.username = changes.username;
  if (changes.roles !== undefined) written.roles = reduceRoles(changes.roles);
  if (changes.enabled !== undefined) written.enabled = changes.enabled;
  if (typeof changes.emailAddress === 'string' && changes.emailAddress !== row.emailAddress) {
    written.emailAddress = changes.emailAddress;
    written.emailLastUpdatedAt = now;
    // A link mailed to the former address proves nothing about this one.
    written.emailAddressVerifyToken = null;
    if (unverifiesOnChange) written.emailAddressVerified = false;
  }
  if (changes.newEmailAddress !== undefined && changes.newEmailAddress !== row.newEmailAddress) {
    written.newEmailAddress = changes.newEmailAddress;
    written.newEmailConfirmationToken = null;
  }
  if (password !== undefined) {
    written.password = password;
    written.passwordUpdatedAt = now;
    written.newPasswordConfirmationToken = null;
  }
  if (changes.custom !== undefined) written.custom = changes.custom;
  return onlyDifferent(row, written, now);
}

function onlyDifferent(row: UserRow, written: Partial<UserRow>, now: Date): Partial<UserRow> {
  const { custom, ...own } = written;
  const different = Object.entries(own).filter(
    // Keys of `own` are members of UserRow.
    ([member, value]) => !isDeepStrictEqual(row[member as keyof UserRow], value),
  );
  const customDifferent = Object.entries(custom ?? {}).filter(
    ([member, value]) => !isDeepStrictEqual(row.custom[member] ?? null, value),
  );
  if (different.length === 0 && customDifferent.length === 0) return {};
  return {
    ...Object.fromEntries(different),
    ...(customDifferent.length === 0 ? {} : { custom: Object.fromEntries(customDifferent) }),
    modifiedAt: now,
  };
}
