import { createHash, randomBytes } from 'node:crypto';
import type { Database, SqlRow, TransactionSession } from '../../kernel/contract/database/database.js';
import type { Clock } from '../../kernel/ports/clock.js';
import { challengeTable } from './tables.js';

/** Purpose of a ticket. A ticket is unknown for any other purpose. */
export type Purpose = 'second-factor' | 'enrolment' | 'passkey-sign-in' | 'passkey-adding';

export interface Challenge {
  /** Account of the ticket; null for a passkey, which identifies the account. */
  readonly userId: string | null;
  /** Identifies the verified password; null if none was verified. */
  readonly passwordMark: string | null;
  /** Challenge for a passkey to sign. */
  readonly challenge: string | null;
}

/** Repository of tickets. Expired tickets are treated as deleted. */
export interface Challenges {
  /** Stores a ticket. The ticket is returned once and never stored. */
  make(purpose: Purpose, challenge: Challenge): Promise<string>;
  /** Returns undefined for a ticket that is unknown, used, expired, or has another purpose. */
  find(purpose: Purpose, ticket: string): Promise<Challenge | undefined>;
  /** Redeems a ticket in a transaction. Of several concurrent calls, one succeeds. */
  take(transaction: TransactionSession, ticket: string): Promise<boolean>;
  /** Finds and redeems a ticket at once, independent of the outcome of the request. */
  redeem(purpose: Purpose, ticket: string): Promise<Challenge | undefined>;
  /** Deletes all tickets of an account. */
  endOf(transaction: TransactionSession, userId: string): Promise<void>;
}

export const TICKET_SECONDS = 300;
/** 256 random bits, as 43 characters of base64url. */
const TICKET = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/** Distinguishes two passwords of an account by their hashes, and reveals nothing else about them. */
export const passwordMark = (passwordHash: string): string => hashOf(passwordHash);

export function createChallenges({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Challenges {
  const { encode, decode } = database.dialect;
  const table = database.table(challengeTable.name);
  const select = `select c.user_id as user_id, c.password_mark as password_mark, c.challenge as challenge
from ${table} c
where c.token_hash = :hash and c.purpose = :purpose and c.expires_at > :now`;
  const remove = `delete from ${table} where token_hash = :hash`;
  const removeOfUser = `delete from ${table} where user_id = :user`;

  const text = (value: unknown): string | null => (value == null ? null : String(value));
  const read = (row: SqlRow): Challenge => ({
    userId: row.user_id == null ? null : String(decode('uuid', row.user_id)),
    passwordMark: text(row.password_mark),
    challenge: text(row.challenge),
  });

  // The hash is looked up, so the response time reveals nothing about the ticket.
  async function find(purpose: Purpose, ticket: string): Promise<Challenge | undefined> {
    if (!TICKET.test(ticket)) return undefined;
    const parameters = { hash: hashOf(ticket), purpose, now: encode('datetime', clock.now()) };
    const row = await database.first(select, parameters);
    return row && read(row);
  }

  const take = async (transaction: TransactionSession, ticket: string): Promise<boolean> =>
    (await transaction.run(remove, { hash: hashOf(ticket) })) === 1;

  return {
    async make(purpose, { userId, passwordMark: mark, challenge }) {
      const ticket = randomBytes(32).toString('base64url');
      const row = {
        token_hash: hashOf(ticket),
        purpose,
        user_id: userId,
        password_mark: mark,
        challenge,
        expires_at: new Date(clock.now().getTime() + TICKET_SECONDS * 1000),
      };
      await database.transaction((transaction) => transaction.insert(challengeTable.name, [row]));
      return ticket;
    },
    find,
    take,
    async redeem(purpose, ticket) {
      const found = await find(purpose, ticket);
      if (found === undefined) return undefined;
      const isOurs = await database.transaction((transaction) => take(transaction, ticket));
      return isOurs ? found : undefined;
    },
    async endOf(transaction, userId) {
      await transaction.run(removeOfUser, { user: encode('uuid', userId) });
    },
  };
}
