import type { Dialect } from '../../../kernel/contract/database/database.js';
import { driverErrorOf } from '../driver-error.js';
import { decodeValue, encodeValue } from './codec.js';
import { sortableDecimal } from './sortable-decimal.js';
import { globPattern } from './like-pattern.js';

export const SQLITE_DIALECT: Dialect = {
  name: 'sqlite',
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  anyOf: (expression, parameter) => `${expression} in (select value from json_each(:${parameter}))`,
  sameText: (expression, parameter) => `${expression} in (select value from json_each(:${parameter}))`,
  typed: (parameter) => `:${parameter}`,
  // `like` ignores the case of ASCII letters only; `glob` is case-sensitive, so the pattern lists both cases.
  wildcard: (expression, parameter) => `${expression} glob :${parameter}`,
  wildcardPattern: globPattern,
  longestPattern: 50_000,
  joinText: (expression, orderBy) => `group_concat(${expression}, ',' order by ${orderBy})`,
  nullOrder: () => '',
  // Without statistics, SQLite would sort the results of one index instead of scanning another up to the
  // page.
  unindexed: (column) => `+${column}`,
  uuidText: (expression) => expression,
  numberAt: (parameter, key) => `json_extract(:${parameter}, '$."' || ${key} || '"')`,
  jsonText: (expression) => expression,
  // Writers run one at a time, so a transaction has locked the database before it reads.
  forUpdate: '',
  holdNumber: () => undefined,
  // Other writers are excluded. The last inserted row id may belong to another table.
  lastNumber: (table, column) => `(select max(${column}) from ${table})`,
  onDuplicate: (key) => `on conflict (${key}) do update set`,
  ignoreDuplicates: () => 'on conflict do nothing',
  returning: (columns) => `returning ${columns}`,
  deleteBoth: () => undefined,
  encode(type, value) {
    const encoded = encodeValue(type, value);
    return type === 'decimal' && typeof encoded === 'string' ? sortableDecimal(encoded) : encoded;
  },
  decode: decodeValue,
  uniqueViolation,
  isForeignKeyViolation: (error) =>
    driverErrorOf(error)?.message.includes('FOREIGN KEY constraint failed') === true,
};

/**
 * Parses `UNIQUE constraint failed: table.a, table.b`; for an index on an expression, it has the index name.
 */
function uniqueViolation(error: unknown): string | undefined {
  const message = driverErrorOf(error)?.message ?? '';
  const key = /UNIQUE constraint failed: (.*)$/.exec(message)?.[1];
  return /^index '(.*)'$/.exec(key ?? '')?.[1] ?? key;
}
