import type { Database } from '../contract/database.js';
import type { UserRow, UserRows } from '../security/index.js';

export interface UserListRequest {
  /** Part of a username or address, whatever the case; empty = everybody. */
  readonly search: string;
  readonly order: readonly { readonly field: 'createdAt' | 'username'; readonly direction: 'asc' | 'desc' }[];
  readonly limit: number;
  readonly offset: number;
}

export type UserList = (request: UserListRequest) => Promise<{ users: UserRow[]; totalItems: number }>;

const COLUMNS = { createdAt: 'u.created_at', username: 'u.username_canonical' } as const;

/** A page of users, newest first unless asked otherwise: two statements. */
export function createUserList(database: Database, rows: UserRows): UserList {
  const { dialect } = database;
  const from = `from ${database.table('user')} u`;
  const contains = (column: string): string => dialect.wildcard(column, 'search', 'any case');
  const matches = `(${contains('u.username')} or ${contains('u.email_address')})`;
  return async ({ search, order, limit, offset }) => {
    const where = search === '' ? '' : `\nwhere ${matches}`;
    const parameters =
      search === '' ? {} : { search: dialect.wildcardPattern(['any', { text: search }, 'any'], 'any case') };
    const wanted = order.length > 0 ? order : [{ field: 'createdAt', direction: 'desc' } as const];
    const orderBy = wanted.map(({ field, direction }) => `${COLUMNS[field]} ${direction}`).join(', ');
    const [count, page] = await Promise.all([
      database.first(`select count(*) as total ${from}${where}`, parameters),
      database.all(
        `select ${rows.columns}\n${from}${where}\norder by ${orderBy}, u.id\nlimit :limit offset :offset`,
        { ...parameters, limit, offset },
      ),
    ]);
    return { users: page.map((row) => rows.decode(row)), totalItems: Number(count?.total ?? 0) };
  };
}
