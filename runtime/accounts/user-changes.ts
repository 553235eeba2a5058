import type { UserRow } from '../security/index.js';

/** What a caller asks to store; members left out stay as they are. */
export interface UserChanges {
  readonly username?: string | null;
  readonly emailAddress?: string | null;
  readonly roles?: readonly string[];
  readonly enabled?: boolean;
  /** Null and the empty string are no change on update. */
  readonly plainPassword?: string | null;
  readonly oldPassword?: string | null;
  /** Null cancels a pending change. */
  readonly newEmailAddress?: string | null;
  /** The application's own fields. */
  readonly custom?: Readonly<Record<string, unknown>>;
}

/** The state that rules look at: the row, with the changes on top. */
export function mergedState(row: Partial<UserRow>, changes: UserChanges): Record<string, unknown> {
  const { custom, ...own } = changes;
  return {
    ...row.custom,
    ...custom,
    username: own.username === undefined ? (row.username ?? null) : own.username,
    emailAddress: own.emailAddress === undefined ? (row.emailAddress ?? null) : own.emailAddress,
    newEmailAddress: own.newEmailAddress === undefined ? (row.newEmailAddress ?? null) : own.newEmailAddress,
    roles: own.roles ?? row.roles ?? [],
    enabled: own.enabled ?? row.enabled ?? true,
    emailAddressVerified: row.emailAddressVerified ?? false,
    plainPassword: own.plainPassword ?? null,
    oldPassword: own.oldPassword ?? null,
    createdAt: row.createdAt ?? null,
    modifiedAt: row.modifiedAt ?? null,
  };
}
