import { randomUUID } from 'node:crypto';
import type { Database, SqlRow, TransactionSession } from '../../kernel/contract/database/database.js';
import type { Clock } from '../../kernel/ports/clock.js';
import { externalIdentityTable } from './tables.js';

/** A link between a provider's subject and an account. */
export interface Identity {
  readonly id: string;
  readonly userId: string;
  readonly provider: string;
  readonly createdAt: Date;
  /** Time of the last sign-in; null before the first. */
  readonly lastUsedAt: Date | null;
}

/** A provider's name with its identifier of the user. */
export interface Subject {
  readonly provider: string;
  readonly subject: string;
}

/** Repository of external identities. SQL texts are built once. */
export interface Identities {
  find(subject: Subject): Promise<Identity | undefined>;
  /**
   * Links a subject to an account. Returns the stored identity, which a parallel request may have created,
   * and whether it is new.
   */
  link(
    transaction: TransactionSession,
    subject: Subject,
    userId: string,
  ): Promise<{ readonly identity: Identity; readonly isNew: boolean } | undefined>;
  /** Records a sign-in. Returns whether the identity still exists. */
  use(transaction: TransactionSession, id: string): Promise<boolean>;
  /** Lists the identities of an account, oldest first. */
  ofUser(userId: string): Promise<readonly Identity[]>;
  /** Unlinks an account from a provider. Returns the number of deleted identities. */
  unlink(transaction: TransactionSession, userId: string, provider: string): Promise<number>;
}

const COLUMNS =
  'i.id as id, i.user_id as user_id, i.provider as provider, i.created_at as created_at, i.last_used_at as last_used_at';

export function createIdentities(database: Database, clock: Clock): Identities {
  const { encode, decode } = database.dialect;
  const table = database.table(externalIdentityTable.name);
  const select = `select ${COLUMNS} from ${table} i`;
  const sql = {
    find: `${select} where i.provider = :provider and i.subject = :subject`,
    ofUser: `${select} where i.user_id = :user order by i.created_at, i.id`,
    use: `update ${table} set last_used_at = :now where id = :id`,
    exists: `select i.id as id from ${table} i where i.id = :id`,
    unlink: `delete from ${table} where user_id = :user and provider = :provider`,
  };
  const read = (row: SqlRow): Identity => ({
    id: String(decode('uuid', row.id)),
    userId: String(decode('uuid', row.user_id)),
    provider: String(row.provider),
    createdAt: decode('datetime', row.created_at) as Date, // a datetime column that is never null
    lastUsedAt: decode('datetime', row.last_used_at) as Date | null, // the same, null before its first use
  });
  const parametersOf = ({ provider, subject }: Subject) => ({ provider, subject });
  return {
    async find(subject) {
      const row = await database.first(sql.find, parametersOf(subject));
      return row && read(row);
    },
    async link(transaction, { provider, subject }, userId) {
      const row = {
        id: randomUUID(),
        user_id: userId,
        provider,
        subject,
        created_at: clock.now(),
        last_used_at: null,
      };
      await transaction.insert(externalIdentityTable.name, [row], { ignoreDuplicates: true });
      const stored = await transaction.first(sql.find, { provider, subject });
      if (stored === undefined) return undefined;
      const identity = read(stored);
      return { identity, isNew: identity.id === row.id };
    },
    async use(transaction, id) {
      const now = encode('datetime', clock.now());
      const count = await transaction.run(sql.use, { id: encode('uuid', id), now });
      // MariaDB counts changed rows, not matched rows.
      return count === 1 || (await transaction.first(sql.exists, { id: encode('uuid', id) })) !== undefined;
    },
    async ofUser(userId) {
      const rows = await database.all(sql.ofUser, { user: encode('uuid', userId) });
      return rows.map(read);
    },
    unlink: (transaction, userId, provider) =>
      transaction.run(sql.unlink, { user: encode('uuid', userId), provider }),
  };
}
