import type { SqlSession, TransactionSession } from '../../kernel/contract/database/database.js';
import type { Violation } from '../../kernel/contract/records/validation.js';
import { VIOLATION_CODES } from '../../kernel/contract/records/violation-codes.js';
import { DUPLICATE_EMAIL_ADDRESS, DUPLICATE_USERNAME } from './model/user.js';
import { holdKeys } from '../../kernel/records/unique-locks.js';
import { canonical, type UserRows } from './authentication/index.js';
import { isPlainName } from './username-rules.js';

/** Names of an account, from a record or a request body. */
export interface Names {
  readonly username?: unknown;
  readonly emailAddress?: unknown;
  readonly newEmailAddress?: unknown;
}

/** An account with its names before a write; the id is undefined for a new account. */
export interface NamedAccount {
  readonly id: string | undefined;
  readonly names: Names;
}

export interface UserNames {
  /**
   * Locks names until the transaction ends, because no database constraint prevents a username that is another user's
   * address (ADR 19). Must run before row locks.
   */
  hold(session: TransactionSession, names: Names): Promise<void>;
  /** Returns the names of an account that other accounts already have (contract decision 67). */
  taken(session: SqlSession, account: NamedAccount, names: Names): Promise<TakenNames>;
}

export interface TakenNames {
  /** Violations of username and address. */
  readonly violations: readonly Violation[];
  /** Whether the pending address belongs to another account. */
  readonly isPendingTaken: boolean;
}

export function createUserNames({ users }: { readonly users: UserRows }): UserNames {
  /** Returns a check whether another account has a text in one of these fields. */
  async function otherHolders(session: SqlSession, id: string | undefined, texts: readonly unknown[]) {
    const names = texts.filter((text) => isText(text) && text !== '' && isPlainName(text));
    const holders = await users.holdersOf(session, names as string[]); // the filter leaves only strings
    const others = holders.filter((holder) => holder.id !== id);
    return (text: unknown, members: readonly NameMember[]): boolean =>
      isText(text) && others.some((other) => members.some((member) => isSameName(other[member], text)));
  }

  return {
    async hold(session, { username, emailAddress, newEmailAddress }) {
      const texts = [username, emailAddress, newEmailAddress].filter(isText);
      await holdKeys(
        texts.map((name) => `user ${canonical(name)}`),
        session,
      );
    },
    async taken(session, { id, names: before }, names) {
      const { username, emailAddress, newEmailAddress } = names;
      const isHeld = await otherHolders(session, id, [username, emailAddress, newEmailAddress]);
      // Only new names are validated: accounts with a name older than the rule can change other fields.
      const isTakenName = !isSameName(before.username, username) && isHeld(username, ALL);
      const isTakenAddress = !isSameName(before.emailAddress, emailAddress) && isHeld(emailAddress, PROVED);
      return {
        violations: [
          ...(isTakenName ? [duplicate('username', DUPLICATE_USERNAME)] : []),
          ...(isTakenAddress ? [duplicate('emailAddress', DUPLICATE_EMAIL_ADDRESS)] : []),
        ],
        isPendingTaken: isHeld(newEmailAddress, PROVED),
      };
    },
  };
}

type NameMember = 'username' | 'emailAddress' | 'newEmailAddress';

const ALL = ['username', 'emailAddress', 'newEmailAddress'] as const;
/** A pending address is unverified, so it does not reserve the address. */
const PROVED = ['emailAddress', 'username'] as const;

const isText = (text: unknown): text is string => typeof text === 'string';

const isSameName = (known: unknown, text: unknown): boolean =>
  isText(known) && isText(text) && canonical(known) === canonical(text);

const duplicate = (propertyPath: string, message: string): Violation => ({
  propertyPath,
  message,
  code: VIOLATION_CODES.unique,
});
