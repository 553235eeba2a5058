import { createHash, randomInt } from 'node:crypto';
import type { Database, SqlSession, TransactionSession } from '../../kernel/contract/database/database.js';
import type { Clock } from '../../kernel/ports/clock.js';
import { recoveryCodeTable } from './tables.js';

/** Codes that stand for a lost factor, each once. Only their hashes are stored. */
export interface RecoveryCodes {
  /** Makes ten in place of all there were, with a transaction; they are shown once. */
  replace(transaction: TransactionSession, userId: string): Promise<readonly string[]>;
  /** Uses a code up with a transaction; of several requests with one code one does. */
  use(transaction: TransactionSession, userId: string, code: string): Promise<boolean>;
  count(session: SqlSession, userId: string): Promise<number>;
  remove(transaction: TransactionSession, userId: string): Promise<void>;
}

const CODES = 10;
/** No letters that look like others or like digits: 31 to the power of 16 is more than 79 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 16;
const GROUP = 4;

function createCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('');
  return letters.replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

/** As people type them: in capitals, with other gaps or none. */
const spelled = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/** Nobody guesses what has 79 random bits, so a fast hash does. The account in it keeps equal codes apart. */
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
