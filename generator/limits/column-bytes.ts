import { DEFAULT_LENGTH, DEFAULT_PRECISION, DEFAULT_SCALE } from '../../runtime/kernel/contract/migration.js';
import type { ColumnDefinition } from '../../runtime/kernel/contract/table.js';

type Sizes = Readonly<Partial<Record<ColumnDefinition['type'], number>>>;

/** Long values are stored outside the row, and are never indexed. */
export const isLong = ({ type }: ColumnDefinition): boolean => type === 'text' || type === 'json';

/** Bytes that MariaDB and MySQL count for a type, where the type alone tells it. */
const DECLARED: Sizes = {
  text: 12,
  json: 12,
  uuid: 36,
  integer: 4,
  boolean: 1,
  date: 3,
  time: 3,
  float: 8,
  datetime: 8,
};

/** The length of a column as MariaDB and MySQL count it. */
export function declaredBytes(column: ColumnDefinition): number {
  const { type, precision = DEFAULT_PRECISION, scale = DEFAULT_SCALE } = column;
  const text = textBytes(column);
  if (type === 'string') return text + (text > 255 ? 2 : 1);
  // Nine digits take four bytes, those that are left over fewer; each side of the point by itself.
  const half = (digits: number): number => 4 * Math.floor(digits / 9) + Math.ceil((digits % 9) / 2);
  return DECLARED[type] ?? half(precision - scale) + half(scale);
}

/** Four for each character. */
function textBytes({ length = DEFAULT_LENGTH }: ColumnDefinition): number {
  return 4 * length;
}

/** InnoDB moves long values out of the row and leaves 20 bytes of address; texts of up to 255 bytes stay. */
export function bytesInPage(column: ColumnDefinition): number {
  if (column.type === 'string' && textBytes(column) <= 255) return textBytes(column) + 1;
  return column.type === 'string' || isLong(column) ? 21 : declaredBytes(column);
}

/** The alignment of PostgreSQL's types that have a fixed length of more than a byte. */
export const ALIGNMENTS: Sizes = { integer: 4, date: 4, float: 8, datetime: 8, time: 8 };

/** Bytes in a row of PostgreSQL, where the type alone tells it: longer values than their address, 18 bytes, move out. */
const STORED: Sizes = {
  text: 24,
  json: 24,
  uuid: 16,
  boolean: 1,
  integer: 4,
  date: 4,
  float: 8,
  datetime: 8,
  time: 8,
};

/** The bytes of a value that PostgreSQL keeps in the row. */
export function bytesInTuple(column: ColumnDefinition): number {
  const { type, precision = DEFAULT_PRECISION } = column;
  if (type === 'string') return Math.min(textBytes(column) + 1, 24);
  // A header, and groups of four digits on both sides of the point; numbers stay in the row.
  return STORED[type] ?? 5 + 2 * (Math.ceil(precision / 4) + 1);
}
