import {
  DEFAULT_LENGTH,
  DEFAULT_PRECISION,
  DEFAULT_SCALE,
} from 'cms-api-components/internal/kernel/contract/database/migration.js';
import type {
  ColumnDefinition,
  IndexDefinition,
  TableDefinition,
} from 'cms-api-components/internal/kernel/contract/database/table.js';

/** A reason why some database would refuse a table, or some rows of it. */
export type TableLimit =
  | { readonly kind: 'name'; readonly length: number; readonly limit: number }
  | { readonly kind: 'columns' | 'indexes'; readonly count: number; readonly limit: number }
  | {
      readonly kind: 'row';
      readonly database: string;
      readonly bytes: number;
      readonly limit: number;
      /** The columns that take most room, with their bytes, the largest first. */
      readonly columns: readonly string[];
    }
  | {
      readonly kind: 'index';
      readonly columns: readonly string[];
      readonly bytes: number;
      readonly limit: number;
    };

/** The limit of PostgreSQL; MariaDB and MySQL take one character more. */
const LONGEST_NAME = 63;
/** The limit of InnoDB; PostgreSQL takes 1600, SQLite 2000. */
const MOST_COLUMNS = 1017;
/** The limit of MariaDB and MySQL, beside the primary key. */
const MOST_INDEXES = 63;
/** The limit of an index entry on PostgreSQL, whatever the page holds beside it; InnoDB takes 3072. */
const LARGEST_ENTRY = 2704;
const ENTRY_HEADER = 8;

/** Lists the limits that a table exceeds in any supported database; `prefix` is the prefix of table names. */
export function tableLimits(table: TableDefinition, prefix: string): readonly TableLimit[] {
  const { name, columns, indexes } = table;
  const length = prefix.length + name.length;
  return [
    ...(length > LONGEST_NAME ? [{ kind: 'name', length, limit: LONGEST_NAME } as const] : []),
    ...(columns.length > MOST_COLUMNS
      ? [{ kind: 'columns', count: columns.length, limit: MOST_COLUMNS } as const]
      : []),
    ...(indexes.length > MOST_INDEXES
      ? [{ kind: 'indexes', count: indexes.length, limit: MOST_INDEXES } as const]
      : []),
    ...rowLimits(columns),
    ...indexes.flatMap((index) => indexLimit(table, index)),
  ];
}

function indexLimit({ columns }: TableDefinition, index: IndexDefinition): readonly TableLimit[] {
  const bytes = index.columns
    .map((name) => columns.find((column) => column.name === name))
    .reduce((sum, column) => sum + (column === undefined ? 0 : largestValue(column)), ENTRY_HEADER);
  if (bytes <= LARGEST_ENTRY) return [];
  return [{ kind: 'index', columns: index.columns, bytes, limit: LARGEST_ENTRY }];
}

/** Bytes of the longest value in an index: four for each character, and its length. */
function largestValue(column: ColumnDefinition): number {
  if (column.type === 'string') return 4 * (column.length ?? DEFAULT_LENGTH) + 4;
  return isLong(column) ? Infinity : declaredBytes(column);
}

/** The way in which a database counts the bytes of a row; of a column it counts those that stay in the row. */
interface RowRule {
  readonly database: string;
  readonly limit: number;
  /** Bytes of a row without its values, when so many of its columns may be null. */
  fixed(nullable: number): number;
  bytesOf(column: ColumnDefinition): number;
  /** The alignment of values in bytes; 1 for values without gaps between them. */
  alignmentOf?(column: ColumnDefinition): number;
}

const RULES: readonly RowRule[] = [
  {
    database: 'MariaDB and MySQL',
    limit: 65_535,
    fixed: (nullable) => Math.ceil((nullable + 1) / 8),
    bytesOf: declaredBytes,
  },
  {
    // Less than half a page. Header, null bits, and the two columns that InnoDB adds.
    database: 'MariaDB and MySQL',
    limit: 8125,
    fixed: (nullable) => 5 + Math.ceil(nullable / 8) + 13,
    bytesOf: bytesInPage,
  },
  {
    // PostgreSQL takes the table, and refuses the rows that are too long.
    database: 'PostgreSQL',
    limit: 8160,
    fixed: (nullable) => 24 + 8 * Math.ceil(nullable / 64),
    bytesOf: bytesInTuple,
    alignmentOf: (column) => ALIGNMENTS[column.type] ?? 1,
  },
];

/** The first that is passed of each database. */
function rowLimits(columns: readonly ColumnDefinition[]): readonly TableLimit[] {
  const passed = RULES.flatMap((rule) => {
    const bytes = rowBytes(columns, rule);
    return bytes <= rule.limit ? [] : [rowLimit(columns, rule, bytes)];
  });
  const databases = passed.map(({ database }) => database);
  return passed.filter(({ database }, index) => databases.indexOf(database) === index);
}

function rowLimit(
  columns: readonly ColumnDefinition[],
  { database, limit, bytesOf }: RowRule,
  bytes: number,
) {
  const largest = [...columns].sort((one, other) => bytesOf(other) - bytesOf(one));
  return { kind: 'row', database, bytes, limit, columns: largest.map(({ name }) => name) } as const;
}

function rowBytes(
  columns: readonly ColumnDefinition[],
  { fixed, bytesOf, alignmentOf = () => 1 }: RowRule,
): number {
  const nullable = columns.filter((column) => column.nullable).length;
  return columns.reduce((end, column) => {
    const alignment = alignmentOf(column);
    return Math.ceil(end / alignment) * alignment + bytesOf(column);
  }, fixed(nullable));
}

type Sizes = Readonly<Partial<Record<ColumnDefinition['type'], number>>>;

/** Long values are stored outside the row, and are never indexed. */
const isLong = ({ type }: ColumnDefinition): boolean => type === 'text' || type === 'json';

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
function declaredBytes(column: ColumnDefinition): number {
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
function bytesInPage(column: ColumnDefinition): number {
  if (column.type === 'string' && textBytes(column) <= 255) return textBytes(column) + 1;
  return column.type === 'string' || isLong(column) ? 21 : declaredBytes(column);
}

/** The alignment of PostgreSQL's types that have a fixed length of more than a byte. */
const ALIGNMENTS: Sizes = { integer: 4, date: 4, float: 8, datetime: 8, time: 8 };

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
function bytesInTuple(column: ColumnDefinition): number {
  const { type, precision = DEFAULT_PRECISION } = column;
  if (type === 'string') return Math.min(textBytes(column) + 1, 24);
  // A header, and groups of four digits on both sides of the point; numbers stay in the row.
  return STORED[type] ?? 5 + 2 * (Math.ceil(precision / 4) + 1);
}
