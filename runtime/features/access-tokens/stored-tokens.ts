import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type {
  Database,
  SqlParameters,
  SqlRow,
  TransactionSession,
} from '../../kernel/contract/database/database.js';
import type { OwnedRows, UserRow } from '../accounts/public-api.js';
import { accessTokenTable } from './tables.js';

/** An access token without its secret. */
export interface AccessToken {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export type NewToken = Pick<AccessToken, 'name' | 'ownerId' | 'scopes' | 'createdAt' | 'expiresAt'>;

/** A token with the row of its owner. */
export interface OwnedToken {
  readonly token: AccessToken;
  readonly owner: UserRow;
}

/** A page of the token list: the last token of the previous page, and the page size. */
export interface TokenPage {
  readonly after: Pick<AccessToken, 'id' | 'createdAt'> | undefined;
  readonly limit: number;
}

/** The store of access tokens. Expired tokens stay listed until they are deleted, but are not accepted. */
export interface StoredTokens {
  /** Stores a token and returns its secret, which is not stored. */
  make(
    session: TransactionSession,
    token: NewToken,
  ): Promise<{ readonly id: string; readonly secret: string }>;
  /** Returns the unexpired token whose secret has this hash. */
  byHash(hash: string, now: Date): Promise<OwnedToken | undefined>;
  /** Returns a token by id, expired or not. */
  byId(id: string): Promise<OwnedToken | undefined>;
  /** Returns a page of tokens, newest first. */
  list(page: TokenPage): Promise<readonly AccessToken[]>;
  count(): Promise<number>;
  change(session: TransactionSession, token: Pick<AccessToken, 'id' | 'name' | 'expiresAt'>): Promise<void>;
  /** Returns whether the token existed. */
  remove(session: TransactionSession, id: string): Promise<boolean>;
  /** Returns the hash of the token's secret. */
  hashOfId(id: string): Promise<string | undefined>;
  noteUse(id: string, at: Date): Promise<void>;
}

/** Prefix of secrets, by which secret scanners recognize leaked tokens. */
export const PREFIX = 'cms_';
/** 256 random bits as 43 characters of base64url. */
const SECRET = /^cms_[A-Za-z0-9_-]{43}$/;
const createSecret = (): string => PREFIX + randomBytes(32).toString('base64url');

/** Hashes a secret for storage and lookup. Returns undefined for a malformed secret. */
export const hashOf = (secret: string): string | undefined =>
  SECRET.test(secret) ? createHash('sha256').update(secret).digest('hex') : undefined;

const COLUMNS = ['id', 'name', 'owner_id', 'scopes', 'created_at', 'expires_at', 'last_used_at']
  .map((name) => `k.${name} as token_${name}`)
  .join(', ');

export function createStoredTokens(database: Database, owners: OwnedRows): StoredTokens {
  const { encode, decode } = database.dialect;
  const table = database.table(accessTokenTable.name);
  const uuid = (id: string) => encode('uuid', id);
  const moment = (date: Date | null) => (date === null ? null : encode('datetime', date));
  const select = `select ${COLUMNS}, ${owners.columns}
from ${table} k
join ${database.table('user')} u on u.id = k.owner_id`;

  const date = (value: unknown) => decode('datetime', value) as Date | null; // a datetime column
  function read(row: SqlRow): OwnedToken {
    const owner = owners.decode(row);
    const token = {
      id: String(decode('uuid', row.token_id)),
      name: String(row.token_name),
      ownerId: owner.id,
      ownerName: owner.username,
      scopes: decode('json', row.token_scopes) as readonly string[], // as stored by `make`
      createdAt: date(row.token_created_at) as Date, // never null
      expiresAt: date(row.token_expires_at),
      lastUsedAt: date(row.token_last_used_at),
    };
    return { token, owner };
  }
  async function one(condition: string, parameters: SqlParameters): Promise<OwnedToken | undefined> {
    const row = await database.first(`${select}\nwhere ${condition}`, parameters);
    return row && read(row);
  }
  return {
    async make(session, given) {
      const secret = createSecret();
      const id = randomUUID();
      await session.insert(accessTokenTable.name, [
        {
          id,
          name: given.name,
          token_hash: hashOf(secret),
          owner_id: given.ownerId,
          scopes: given.scopes,
          created_at: given.createdAt,
          expires_at: given.expiresAt,
          last_used_at: null,
        },
      ]);
      return { id, secret };
    },
    // The lookup is by hash, so its duration reveals nothing about the secret.
    byHash: (hash, now) =>
      one('k.token_hash = :hash and (k.expires_at is null or k.expires_at > :now)', {
        hash,
        now: moment(now),
      }),
    byId: (id) => one('k.id = :id', { id: uuid(id) }),
    async list({ after, limit }) {
      const isBehind = 'k.created_at < :at or k.created_at = :at and k.id > :after';
      const where = after === undefined ? '' : `\nwhere ${isBehind}`;
      const parameters = after === undefined ? {} : { at: moment(after.createdAt), after: uuid(after.id) };
      const sql = `${select}${where}\norder by k.created_at desc, k.id\nlimit ${limit}`;
      return (await database.all(sql, parameters)).map((row) => read(row).token);
    },
    async count() {
      const row = await database.first(`select count(*) as amount from ${table}`);
      return Number(row?.amount ?? 0);
    },
    async change(session, { id, name, expiresAt }) {
      await session.run(`update ${table} set name = :name, expires_at = :end where id = :id`, {
        id: uuid(id),
        name,
        end: moment(expiresAt),
      });
    },
    remove: async (session, id) =>
      (await session.run(`delete from ${table} where id = :id`, { id: uuid(id) })) > 0,
    async hashOfId(id) {
      const sql = `select k.token_hash as token_hash from ${table} k where k.id = :id`;
      const row = await database.first(sql, { id: uuid(id) });
      return row && String(row.token_hash);
    },
    async noteUse(id, at) {
      await database.transaction((session) =>
        session.run(`update ${table} set last_used_at = :at where id = :id`, {
          id: uuid(id),
          at: moment(at),
        }),
      );
    },
  };
}
