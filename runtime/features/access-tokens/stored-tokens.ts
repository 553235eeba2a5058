import type { Database } from '../../kernel/contract/database/database.js';
import { createSecrets } from '../../kernel/system-resources/secrets.js';
import { createSystemStore, type SystemStore } from '../../kernel/system-resources/system-store.js';
import type { OwnedRows, UserRow } from '../accounts/public-api.js';
import { type AccessToken, accessToken } from './resource.js';

/** A token with the row of its owner. */
export interface OwnedToken extends AccessToken {
  readonly account: UserRow;
}

/** Store of access tokens. Expired tokens stay listed until they are deleted, but are not accepted. */
export type StoredTokens = SystemStore<AccessToken, OwnedToken>;

/** Secrets have the prefix by which secret scanners recognize leaked tokens. */
export const tokenSecrets = createSecrets('cms_');

export const createStoredTokens = (database: Database, owners: OwnedRows): StoredTokens =>
  createSystemStore(database, accessToken, {
    columns: owners.columns,
    join: `join ${database.table('user')} u on u.id = r.owner_id`,
    decode: (row) => ({ account: owners.decode(row) }),
  });
