import type { Actor } from '../contract/context.js';
import type { Database, SqlSession, TransactionSession } from '../contract/database.js';
import type { ResourceDescriptor } from '../contract/resource.js';
import type { Violation, ViolationList } from '../contract/validation.js';
import { VIOLATION_CODES } from '../contract/violation-codes.js';
import { validationFailed } from '../errors/catalog.js';
import type { AppError } from '../errors/app-error.js';
import {
  DUPLICATE_EMAIL_ADDRESS,
  DUPLICATE_USERNAME,
  EMAIL_ADDRESS,
} from '../metadata/core-resources/user.js';
import { holdKeys } from '../records/unique-locks.js';
import { canonical, isGranted, type UserRow, type UserRows } from '../security/index.js';
import { createViolationList } from '../validation/violation-list.js';
import { mergedState, type UserChanges } from './user-changes.js';
import { checkUsername, isPlainName } from './username-rules.js';

export interface Assessment {
  /** The row before the write; empty on create. */
  readonly row: Partial<UserRow>;
  readonly changes: UserChanges;
  readonly groups: ReadonlySet<string>;
  readonly actor: Actor;
}

export interface UserRules {
  /** Every violation of a write, in the order of accounts.md section 6.3. */
  assess(session: SqlSession, assessment: Assessment): Promise<ViolationList>;
  /**
   * Holds the names that a write stores until its transaction ends, and tells which of them somebody else has: no key of
   * the database sees that one user's name is another one's address (ADR 24). Comes before rows are locked.
   */
  takeNames(
    session: TransactionSession,
    row: Assessment['row'],
    changes: UserChanges,
  ): Promise<readonly Violation[]>;
  /** The 422 of a duplicate that only the database saw; undefined for other errors. */
  duplicateOf(error: unknown): AppError | undefined;
}

export function createUserRules(deps: {
  readonly database: Database;
  readonly users: UserRows;
  readonly resource: ResourceDescriptor;
}): UserRules {
  const { users } = deps;

  /** Whether somebody else has a text under one of these members. */
  async function otherHolders(session: SqlSession, row: Assessment['row'], texts: readonly unknown[]) {
    const names = texts.filter((text) => typeof text === 'string' && text !== '' && isPlainName(text));
    const holders = await users.holdersOf(session, names as string[]);
    const others = holders.filter(({ id }) => id !== row.id);
    return (text: unknown, members: readonly NameMember[]): boolean =>
      typeof text === 'string' &&
      others.some((other) => members.some((member) => isSameName(other[member], text)));
  }

  return {
    async assess(session, { row, changes, groups, actor }) {
      const violations = createViolationList();
      const state = mergedState(row, changes);
      deps.resource.validate(state, {
        groups,
        violations,
        user: actor.user?.fields ?? null,
        isGranted: (role) => isGranted(actor, role),
      });
      const { username, emailAddress, newEmailAddress } = state;
      const isHeld = await otherHolders(session, row, [username, emailAddress, newEmailAddress]);
      if (groups.has('Default')) {
        if (changes.username !== row.username) checkUsername(violations, changes.username);
        for (const violation of takenNames(row, changes, isHeld)) violations.add(violation);
      }
      if (groups.has('Default') || groups.has(EMAIL_ADDRESS)) {
        const isUsual = row.emailAddressVerified === true && newEmailAddress === row.emailAddress;
        if (isUsual) violations.add(pending('Your new email address should be different.'));
        else if (isHeld(newEmailAddress, PENDING_RIVALS)) violations.add(pending(PENDING_TAKEN));
      }
      return violations;
    },
    async takeNames(session, row, changes) {
      const { username, emailAddress, newEmailAddress } = changes;
      const names = [username, emailAddress, newEmailAddress].filter((name) => typeof name === 'string');
      if (names.length === 0) return [];
      await holdKeys(
        names.map((name) => `user ${canonical(name)}`),
        session,
      );
      const isHeld = await otherHolders(session, row, names);
      const isPendingTaken = isHeld(newEmailAddress, PENDING_RIVALS);
      return [...takenNames(row, changes, isHeld), ...(isPendingTaken ? [pending(PENDING_TAKEN)] : [])];
    },
    duplicateOf(error) {
      const violation = deps.database.dialect.uniqueViolation(error);
      if (violation === undefined) return undefined;
      const isAddress = violation.constraint.includes('email');
      return validationFailed([
        isAddress
          ? duplicate('emailAddress', DUPLICATE_EMAIL_ADDRESS)
          : duplicate('username', DUPLICATE_USERNAME),
      ]);
    },
  };
}

type NameMember = 'username' | 'emailAddress' | 'newEmailAddress';
type IsHeld = (text: unknown, members: readonly NameMember[]) => boolean;

/** What a pending address must not be: it was proved by nobody, so it keeps nobody from having it. */
const PENDING_RIVALS = ['emailAddress', 'username'] as const;
const PENDING_TAKEN = 'Someone else is already registered with that email address.';

/**
 * Usernames and addresses are one space (contract decision 67). Only what is new is judged: whoever holds a name since
 * before that rule goes on changing the rest.
 */
function takenNames(row: Assessment['row'], changes: UserChanges, isHeld: IsHeld): readonly Violation[] {
  const { username, emailAddress } = changes;
  const isTakenName =
    !isSameName(row.username, username) && isHeld(username, ['username', 'emailAddress', 'newEmailAddress']);
  const isTakenAddress =
    !isSameName(row.emailAddress, emailAddress) && isHeld(emailAddress, ['emailAddress', 'username']);
  return [
    ...(isTakenName ? [duplicate('username', DUPLICATE_USERNAME)] : []),
    ...(isTakenAddress ? [duplicate('emailAddress', DUPLICATE_EMAIL_ADDRESS)] : []),
  ];
}

const isSameName = (known: string | null | undefined, text: string | null | undefined): boolean =>
  known != null && text != null && canonical(known) === canonical(text);

const duplicate = (propertyPath: string, message: string) => ({
  propertyPath,
  message,
  code: VIOLATION_CODES.unique,
});
const pending = (message: string) => ({ propertyPath: 'newEmailAddress', message, code: null });
