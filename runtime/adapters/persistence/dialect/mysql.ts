import type { Dialect } from '../../../kernel/contract/database/database.js';
import { driverErrorOf } from '../driver-error.js';
import { decodeValue, encodeValue } from './codec.js';
import { LIKE_ESCAPE, likePattern } from './like-pattern.js';

const DUPLICATE_ENTRY = 1062;
/** Error codes: the row is still referenced, or the referenced row does not exist. */
const FOREIGN_KEY_VIOLATIONS: ReadonlySet<unknown> = new Set([1451, 1452]);

/** Creates the dialect of MySQL and MariaDB, which are almost identical. */
export function createMysqlDialect(name: 'mysql' | 'mariadb'): Dialect {
  return {
    name,
    quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
    anyOf: (expression, parameter) => `${expression} in (:${parameter})`,
    // The collation of non-key columns ignores case, accents and trailing spaces; a binary comparison does
    // not. The first condition can use an index.
    sameText: (expression, parameter) =>
      `(${expression} in (:${parameter}) and cast(${expression} as binary) in (:${parameter}))`,
    // Comparing a text with a decimal would convert both to doubles.
    typed: (parameter, type) =>
      type === 'decimal' ? `cast(:${parameter} as decimal(65, 30))` : `:${parameter}`,
    // The binary collation distinguishes accents like other databases. Both sides must be folded by the same
    // function, because some letters would not match otherwise (`İ`).
    wildcard(expression, parameter, letters) {
      const fold = (text: string): string => `lower(${text} collate utf8mb4_bin)`;
      // In MySQL, a parameter of a prepared statement has no character set compatible with the collation.
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
    // MariaDB does not support `of`, so it locks the joined rows too.
    forUpdate: name === 'mariadb' ? ' for update' : ' for update of t',
    holdNumber: (table, number) =>
      `insert into ${table} (id) values (${number}) on duplicate key update id = id`,
    lastNumber: () => 'last_insert_id()',
    onDuplicate: () => 'on duplicate key update',
    ignoreDuplicates: (key) => `on duplicate key update ${key} = ${key}`,
    // MariaDB supports it from version 10.5.
    returning: () => undefined,
    deleteBoth: () => undefined,
    encode: encodeValue,
    decode: decodeValue,
    uniqueViolation,
    isForeignKeyViolation: (error) => FOREIGN_KEY_VIOLATIONS.has(driverErrorOf(error)?.errno),
  };
}

/** Parses `Duplicate entry 'a' for key 'table.index'`; MariaDB omits the table. */
function uniqueViolation(error: unknown): string | undefined {
  const cause = driverErrorOf(error);
  if (cause?.errno !== DUPLICATE_ENTRY) return undefined;
  const key = / for key '([^']*)'$/.exec(cause.message)?.[1] ?? '';
  return key.slice(key.lastIndexOf('.') + 1);
}
