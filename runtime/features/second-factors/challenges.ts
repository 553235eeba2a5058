import { createHash, randomBytes } from 'node:crypto';
import type { Database, SqlRow, TransactionSession } from '../../kernel/contract/database/database.js';
import type { Clock } from '../../kernel/ports/clock.js';
import { challengeTable } from './tables.js';

/** What a ticket is good for; one of another purpose is as good as unknown. */
export type Purpose = 'second-factor' | 'enrolment' | 'passkey-sign-in' | 'passkey-adding';

export interface Challenge {
  /** The account that it is for; null for a passkey that tells which. */
  readonly userId: string | null;
  /** Tells which password was proved; null where none was. */
  readonly passwordMark: string | null;
  /** What a passkey is to sign. */
  readonly challenge: string | null;
}

/** Stored tickets. Those that are over are as good as gone. */
export interface Challenges {
  /** Stores one; the ticket is shown once and never stored. */
  make(purpose: Purpose, challenge: Challenge): Promise<string>;
  /** Undefined for one that is unknown, used or over, or has another purpose. */
  find(purpose: Purpose, ticket: string): Promise<Challenge | undefined>;
  /** Uses a ticket up with a transaction; of several at the same time one does. */
  take(transaction: TransactionSession, ticket: string): Promise<boolean>;
  /** Finds a ticket and uses it up at once, whatever becomes of what it was for. */
  redeem(purpose: Purpose, ticket: string): Promise<Challenge | undefined>;
  /** Ends all tickets of an account. */
  endOf(transaction: TransactionSession, userId: string): Promise<void>;
}

export const TICKET_SECONDS = 300;
/** 256 random bits, as 43 characters of base64url. */
const TICKET = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/** Tells two passwords of an account apart, and nothing else of them: what it is made of is their hash. */
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

  // The hash is looked up, so the time that it takes says nothing of the ticket.
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
