import type { Actor } from '../contract/context.js';
import type { Database, SqlSession } from '../contract/database.js';
import type { ResourceDescriptor } from '../contract/resource.js';
import type { ViolationList } from '../contract/validation.js';
import { validationFailed } from '../errors/catalog.js';
import type { AppError } from '../errors/app-error.js';
import {
  DUPLICATE_EMAIL_ADDRESS,
  DUPLICATE_USERNAME,
  EMAIL_ADDRESS,
} from '../metadata/core-resources/user.js';
import { isGranted, type UserRow, type UserRows } from '../security/index.js';
import { createViolationList } from '../validation/violation-list.js';
import { mergedState, type UserChanges } from './user-changes.js';

const UNIQUE_CODE = '23bd9dbf-6b9b-41cd-a99e-4844bcf3077f';

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
  /** The 422 of a duplicate that only the database saw; undefined for other errors. */
  duplicateOf(error: unknown): AppError | undefined;
}

export function createUserRules(deps: {
  readonly database: Database;
  readonly users: UserRows;
  readonly resource: ResourceDescriptor;
}): UserRules {
  const { users } = deps;

  async function isTaken(
    lookUp: UserRows['byUsername'],
    session: SqlSession,
    value: unknown,
    ownId: string | undefined,
  ): Promise<boolean> {
    if (typeof value !== 'string' || value === '') return false;
    const other = await lookUp(session, value);
    return other !== undefined && other.id !== ownId;
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
      if (groups.has('Default')) {
        if (await isTaken(users.byUsername, session, state.username, row.id)) {
          violations.add(duplicate('username', DUPLICATE_USERNAME));
        }
        if (await isTaken(users.byEmailAddress, session, state.emailAddress, row.id)) {
          violations.add(duplicate('emailAddress', DUPLICATE_EMAIL_ADDRESS));
        }
      }
      if (groups.has('Default') || groups.has(EMAIL_ADDRESS)) {
        const { newEmailAddress } = state;
        const isUsual = row.emailAddressVerified === true && newEmailAddress === row.emailAddress;
        if (isUsual) violations.add(pending('Your new email address should be different.'));
        else if (await isTaken(users.byEmailAddress, session, newEmailAddress, row.id)) {
          violations.add(pending('Someone else is already registered with that email address.'));
        }
      }
      return violations;
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

const duplicate = (propertyPath: string, message: string) => ({ propertyPath, message, code: UNIQUE_CODE });
const pending = (message: string) => ({ propertyPath: 'newEmailAddress', message, code: null });
