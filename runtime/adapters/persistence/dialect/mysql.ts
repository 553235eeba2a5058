import type { Dialect } from '../../../kernel/contract/database/database.js';
import { driverErrorOf } from '../driver-error.js';
import { decodeValue, encodeValue } from './codec.js';
import { LIKE_ESCAPE, likePattern } from './like-pattern.js';

const DUPLICATE_ENTRY = 1062;
/** A row that is still pointed at, and a reference to no row. */
const FOREIGN_KEY_VIOLATIONS: ReadonlySet<unknown> = new Set([1451, 1452]);

/** MySQL and MariaDB; they differ in name only. */
export function createMysqlDialect(name: 'mysql' | 'mariadb'): Dialect {
  return {
    name,
    quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
    anyOf: (expression, parameter) => `${expression} in (:${parameter})`,
    // The collation of columns that are no keys ignores case, accents and spaces at the end; bytes do not. The first test is
    // the one that an index answers.
    sameText: (expression, parameter) =>
      `(${expression} in (:${parameter}) and cast(${expression} as binary) in (:${parameter}))`,
    // A text beside a decimal would make both of them doubles.
    typed: (parameter, type) =>
      type === 'decimal' ? `cast(:${parameter} as decimal(65, 30))` : `:${parameter}`,
    // The binary collation keeps accents apart as the other databases do. Both sides are folded by one
    // function: with any other some letters would not find themselves (`İ`).
    wildcard(expression, parameter, letters) {
      const fold = (text: string): string => `lower(${text} collate utf8mb4_bin)`;
      // To MySQL a parameter of a prepared statement has no character set that the collation fits.
      const pattern = `convert(:${parameter} using utf8mb4)`;
      if (letters === 'any case') return `${fold(expression)} like ${fold(pattern)} escape '${LIKE_ESCAPE}'`;
      return `${expression} collate utf8mb4_bin like ${pattern} escape '${LIKE_ESCAPE}'`;
    },
    wildcardPattern: likePattern,
    longestPattern: Infinity,
    joinText: (expression, orderBy) => `group_concat(${expression} order by ${orderBy} separator ',')`,
    nullOrder: () => '',
    unindexed: (column) => column,
    uuidText: (expression) => expression,
    numberAt: (parameter, key) =>
      `cast(json_unquote(json_extract(:${parameter}, concat('$."', ${key}, '"'))) as signed)`,
    jsonText: (expression) => `cast(${expression} as char)`,
    // MariaDB knows no `of`: it locks the joined rows too.
    forUpdate: name === 'mariadb' ? ' for update' : ' for update of t',
    holdNumber: (table, number) =>
      `insert into ${table} (id) values (${number}) on duplicate key update id = id`,
    lastNumber: () => 'last_insert_id()',
    onDuplicate: () => 'on duplicate key update',
    ignoreDuplicates: (key) => `on duplicate key update ${key} = ${key}`,
    // MariaDB knows it from version 10.5 on.
    returning: () => undefined,
    deleteBoth: () => undefined,
    encode: encodeValue,
    decode: decodeValue,
    uniqueViolation,
    isForeignKeyViolation: (error) => FOREIGN_KEY_VIOLATIONS.has(driverErrorOf(error)?.errno),
  };
}

/** `Duplicate entry 'a' for key 'table.index'`; MariaDB leaves out the table. */
function uniqueViolation(error: unknown): string | undefined {
  const cause = driverErrorOf(error);
  if (cause?.errno !== DUPLICATE_ENTRY) return undefined;
  const key = / for key '([^']*)'$/.exec(cause.message)?.[1] ?? '';
  return key.slice(key.lastIndexOf('.') + 1);
}
