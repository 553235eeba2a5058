import { createHash, randomUUID } from 'node:crypto';
import type { Database, SqlRow, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import { secondFactorErrors } from '../errors.js';
import { passkeyTable } from '../tables.js';

/** A stored passkey. */
export interface Passkey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A passkey as created by an authenticator. */
export type NewPasskey = Pick<
  Passkey,
  'userId' | 'name' | 'credentialId' | 'publicKey' | 'counter' | 'transports'
>;

export interface StoredPasskeys {
  /** Lists the passkeys of an account, oldest first. */
  of(userId: string): Promise<readonly Passkey[]>;
  byCredential(credentialId: string): Promise<Passkey | undefined>;
  /** @throws AppError 409 if the passkey is already registered */
  add(transaction: TransactionSession, passkey: NewPasskey): Promise<Passkey>;
  rename(transaction: TransactionSession, passkey: Pick<Passkey, 'id' | 'userId' | 'name'>): Promise<void>;
  remove(transaction: TransactionSession, passkey: Pick<Passkey, 'id' | 'userId'>): Promise<boolean>;
  removeAll(transaction: TransactionSession, userId: string): Promise<number>;
  /**
   * Records a use. Returns false if the passkey was deleted, or a use with this or a higher counter was recorded
   * first.
   */
  used(transaction: TransactionSession, passkey: Passkey, counter: number): Promise<boolean>;
}

const hashOf = (credentialId: string): string => createHash('sha256').update(credentialId).digest('hex');

const COLUMNS = [
  ...['id', 'user_id', 'name', 'credential_id', 'public_key', 'counter', 'transports'],
  ...['created_at', 'last_used_at'],
]
  .map((column) => `p.${column} as ${column}`)
  .join(', ');

export function createStoredPasskeys({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): StoredPasskeys {
  const { encode, decode } = database.dialect;
  const table = database.table(passkeyTable.name);
  const uuid = (id: string) => encode('uuid', id);
  const select = `select ${COLUMNS} from ${table} p where `;
  const ofUser = `${select}p.user_id = :user order by p.created_at, p.id`;
  const byHash = `${select}p.id_hash = :hash`;
  const mine = 'where id = :id and user_id = :user';
  const rename = `update ${table} set name = :name ${mine}`;
  const remove = `delete from ${table} ${mine}`;
  const removeAll = `delete from ${table} where user_id = :user`;
  const use = `update ${table} set counter = :counter, last_used_at = :now where id = :id`;
  const useLater = `${use} and counter < :counter`;
  const lock = `select t.id as id from ${table} t where t.id = :id${database.dialect.forUpdate}`;

  const read = (row: SqlRow): Passkey => ({
    id: String(decode('uuid', row.id)),
    userId: String(decode('uuid', row.user_id)),
    name: String(row.name),
    credentialId: String(row.credential_id),
    publicKey: Buffer.from(String(row.public_key), 'base64url'),
    counter: Number(row.counter),
    transports: decode('json', row.transports) as readonly string[], // as it is stored below
    createdAt: decode('datetime', row.created_at) as Date, // never null
    lastUsedAt: decode('datetime', row.last_used_at) as Date | null, // as above
  });

  return {
    of: async (userId) => (await database.all(ofUser, { user: uuid(userId) })).map(read),
    async byCredential(credentialId) {
      const row = await database.first(byHash, { hash: hashOf(credentialId) });
      return row && read(row);
    },
    async add(transaction, given) {
      const passkey = { ...given, id: randomUUID(), createdAt: clock.now(), lastUsedAt: null };
      const row = {
        id: passkey.id,
        user_id: passkey.userId,
        name: passkey.name,
        id_hash: hashOf(passkey.credentialId),
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey.toString('base64url'),
        counter: passkey.counter,
        transports: passkey.transports,
        created_at: passkey.createdAt,
      };
      await transaction.insert(passkeyTable.name, [row], { ignoreDuplicates: true });
      // The unique index would report a conflict only after later statements were sent.
      const stored = await transaction.first(byHash, { hash: row.id_hash });
      if (stored === undefined || read(stored).id !== passkey.id) throw secondFactorErrors.passkeyKnown();
      return passkey;
    },
    async rename(transaction, { id, userId, name }) {
      await transaction.run(rename, { id: uuid(id), user: uuid(userId), name });
    },
    remove: async (transaction, { id, userId }) =>
      (await transaction.run(remove, { id: uuid(id), user: uuid(userId) })) === 1,
    removeAll: (transaction, userId) => transaction.run(removeAll, { user: uuid(userId) }),
    async used(transaction, { id }, counter) {
      const parameters = { id: uuid(id), counter, now: encode('datetime', clock.now()) };
      if (counter > 0) return (await transaction.run(useLater, parameters)) === 1;
      // The counter of synced passkeys is always 0. Some databases do not count rows that an update leaves unchanged.
      if ((await transaction.first(lock, { id: uuid(id) })) === undefined) return false;
      await transaction.run(use, parameters);
      return true;
    },
  };
}
