import type { Dialect } from '../../../kernel/contract/database/database.js';
import { driverErrorOf } from '../driver-error.js';
import { decodeValue, encodeValue } from './codec.js';
import { LIKE_ESCAPE, likePattern } from './like-pattern.js';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * PostgreSQL dialect. Case-insensitivity depends on the database's locale: ASCII letters with `C`, all
 * letters with UTF-8 locales.
 */
export const POSTGRES_DIALECT: Dialect = {
  name: 'postgres',
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  anyOf(expression, parameter, type) {
    // A generic plan assumes ten ids and looks more expensive than a custom one, so the server would plan
    // each time, which costs more than running the statement. A subselect hides the ids from the planner. Ids
    // are indexed, whatever their number.
    if (type === 'uuid') return `${expression} = any((select :${parameter}::uuid[])::uuid[])`;
    return `${expression} = any(:${parameter}${type === undefined ? '' : '::text[]'})`;
  },
  sameText: (expression, parameter) => `${expression} = any(:${parameter}::text[])`,
  typed: (parameter) => `:${parameter}`,
  wildcard(expression, parameter, letters) {
    // Both sides are folded by the same function, because some letters would not match otherwise (`İ`).
    const [text, pattern] =
      letters === 'any case'
        ? [`lower(${expression})`, `lower(:${parameter}::text)`]
        : [expression, `:${parameter}`];
    return `${text} like ${pattern} escape '${LIKE_ESCAPE}'`;
  },
  wildcardPattern: likePattern,
  longestPattern: Infinity,
  joinText: (expression, orderBy) => `string_agg((${expression})::text, ',' order by ${orderBy})`,
  // PostgreSQL sorts nulls as largest. The clause requires a matching index.
  nullOrder: (direction) => (direction === 'asc' ? ' nulls first' : ' nulls last'),
  unindexed: (column) => column,
  uuidText: (expression) => `${expression}::text`,
  numberAt: (parameter, key) => `(:${parameter}::json ->> ${key})::integer`,
  jsonText: (expression) => `${expression}::text`,
  forUpdate: ' for update of t',
  // The condition prevents an update, but the existing row is still locked, so no dead rows accumulate.
  holdNumber: (table, number) =>
    `insert into ${table} as n (id) values (${number}) on conflict (id) do update set id = n.id where false`,
  lastNumber: () => 'lastval()',
  onDuplicate: (key) => `on conflict (${key}) do update set`,
  ignoreDuplicates: () => 'on conflict do nothing',
  returning: (columns) => `returning ${columns}`,
  deleteBoth: ({ first, columns, second }) =>
    `with found as (${first} returning ${columns}), belonging as (${second('found')}) select count(*) as deleted from found`,
  encode: encodeValue,
  decode: decodeValue,
  uniqueViolation,
  isForeignKeyViolation: (error) => driverErrorOf(error)?.code === FOREIGN_KEY_VIOLATION,
};

function uniqueViolation(error: unknown): string | undefined {
  const cause = driverErrorOf(error);
  return cause?.code === UNIQUE_VIOLATION ? String(cause.constraint ?? '') : undefined;
}
