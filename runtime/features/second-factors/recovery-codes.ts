import { createHash, randomInt } from 'node:crypto';
import type { Database, SqlSession, TransactionSession } from '../../kernel/contract/database/database.js';
import type { Clock } from '../../kernel/ports/clock.js';
import { recoveryCodeTable } from './tables.js';

/** One-time codes that replace a lost factor. Only their hashes are stored. */
export interface RecoveryCodes {
  /** Replaces all codes by ten new ones in a transaction. They are shown once. */
  replace(transaction: TransactionSession, userId: string): Promise<readonly string[]>;
  /** Redeems a code in a transaction. Of several requests with the same code, one succeeds. */
  use(transaction: TransactionSession, userId: string, code: string): Promise<boolean>;
  count(session: SqlSession, userId: string): Promise<number>;
  remove(transaction: TransactionSession, userId: string): Promise<void>;
}

const CODES = 10;
/** Characters that are not easily confused: 31 to the power of 16 is more than 79 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 16;
const GROUP = 4;

function createCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('');
  return letters.replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

/** Normalizes a typed code: case and gaps do not matter. */
const spelled = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/**
 * Hashes a code. A fast hash is enough for 79 random bits. The account id makes equal codes of two accounts differ.
 */
const hashOf = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId}\n${spelled(code)}`)
    .digest('hex');

export function createRecoveryCodes({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): RecoveryCodes {
  const table = database.table(recoveryCodeTable.name);
  const user = (userId: string) => ({ user: database.dialect.encode('uuid', userId) });
  const removeAll = `delete from ${table} where user_id = :user`;
  const removeOne = `${removeAll} and code_hash = :hash`;
  const count = `select count(*) as amount from ${table} where user_id = :user`;
  return {
    async replace(transaction, userId) {
      const codes = Array.from({ length: CODES }, createCode);
      const now = clock.now();
      await transaction.run(removeAll, user(userId));
      await transaction.insert(
        recoveryCodeTable.name,
        codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code), created_at: now })),
      );
      return codes;
    },
    use: async (transaction, userId, code) =>
      (await transaction.run(removeOne, { ...user(userId), hash: hashOf(userId, code) })) === 1,
    async count(session, userId) {
      const row = await session.first(count, user(userId));
      return Number(row?.amount ?? 0);
    },
    async remove(transaction, userId) {
      await transaction.run(removeAll, user(userId));
    },
  };
}
