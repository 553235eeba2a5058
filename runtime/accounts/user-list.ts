import type { Database } from '../contract/database.js';
import type { SqlCondition } from '../contract/operations.js';
import type { UserRow, UserRows } from '../security/index.js';

export interface UserListRequest {
  /** Part of a username or address, whatever the case; empty = everybody. */
  readonly search: string;
  readonly order: readonly { readonly field: 'createdAt' | 'username'; readonly direction: 'asc' | 'desc' }[];
  /** On rows of the user table as `t`: those that the caller may read; undefined = all of them. */
  readonly readable: SqlCondition | undefined;
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
  const isReadable = ({ sql }: SqlCondition): string =>
    `u.id in (select t.id from ${database.table('user')} t where ${sql})`;
  return async ({ search, order, readable, limit, offset }) => {
    const conditions = [
      ...(search === '' ? [] : [matches]),
      ...(readable === undefined ? [] : [isReadable(readable)]),
    ];
    const where = conditions.length === 0 ? '' : `\nwhere ${conditions.join('\nand ')}`;
    const pattern = dialect.wildcardPattern(['any', { text: search }, 'any'], 'any case');
    const parameters = { ...(search === '' ? {} : { search: pattern }), ...readable?.parameters };
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
