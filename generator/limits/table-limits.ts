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

/** Reason why a supported database would reject a table or some of its rows. */
export type TableLimit =
  | { readonly kind: 'name'; readonly length: number; readonly limit: number }
  | { readonly kind: 'columns' | 'indexes'; readonly count: number; readonly limit: number }
  | {
      readonly kind: 'row';
      readonly database: string;
      readonly bytes: number;
      readonly limit: number;
      /** The largest columns with their bytes, in descending order. */
      readonly columns: readonly string[];
    }
  | {
      readonly kind: 'index';
      readonly columns: readonly string[];
      readonly bytes: number;
      readonly limit: number;
    };

/** Limit of PostgreSQL. MariaDB and MySQL allow one character more. */
const LONGEST_NAME = 63;
/** Limit of InnoDB. PostgreSQL allows 1600, SQLite 2000. */
const MOST_COLUMNS = 1017;
/** Limit of MariaDB and MySQL, without the primary key. */
const MOST_INDEXES = 63;
/** Maximum size of an index entry on PostgreSQL. InnoDB allows 3072 bytes. */
const LARGEST_ENTRY = 2704;
const ENTRY_HEADER = 8;

/** Returns the limits that a table exceeds in any supported database. `prefix` is the prefix of table names. */
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

/** Bytes of the longest value in an index: four per character, plus the length. */
function largestValue(column: ColumnDefinition): number {
  if (column.type === 'string') return 4 * (column.length ?? DEFAULT_LENGTH) + 4;
  return isLong(column) ? Infinity : declaredBytes(column);
}

/** Row size limit of a database, with the bytes that count towards it. Values stored outside the row are excluded. */
interface RowRule {
  readonly database: string;
  readonly limit: number;
  /** Returns the bytes of a row without its values, for the number of nullable columns. */
  fixed(nullable: number): number;
  bytesOf(column: ColumnDefinition): number;
  /** Alignment of values in bytes; 1 if values are packed. */
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
    // Less than half a page. Includes the header, null bits and the two columns that InnoDB adds.
    database: 'MariaDB and MySQL',
    limit: 8125,
    fixed: (nullable) => 5 + Math.ceil(nullable / 8) + 13,
    bytesOf: bytesInPage,
  },
  {
    // PostgreSQL accepts the table but rejects rows that are too long.
    database: 'PostgreSQL',
    limit: 8160,
    fixed: (nullable) => 24 + 8 * Math.ceil(nullable / 64),
    bytesOf: bytesInTuple,
    alignmentOf: (column) => ALIGNMENTS[column.type] ?? 1,
  },
];

/** Returns the first exceeded limit of each database. */
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

/** Long values are stored outside the row and never indexed. */
const isLong = ({ type }: ColumnDefinition): boolean => type === 'text' || type === 'json';

/** Bytes that MariaDB and MySQL count for types of fixed size. */
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

/** Returns the length of a column as MariaDB and MySQL count it. */
function declaredBytes(column: ColumnDefinition): number {
  const { type, precision = DEFAULT_PRECISION, scale = DEFAULT_SCALE } = column;
  const text = textBytes(column);
  if (type === 'string') return text + (text > 255 ? 2 : 1);
  // Nine digits take four bytes, and the remaining digits fewer. Both sides of the decimal point are counted
  // separately.
  const half = (digits: number): number => 4 * Math.floor(digits / 9) + Math.ceil((digits % 9) / 2);
  return DECLARED[type] ?? half(precision - scale) + half(scale);
}

/** Four bytes per character. */
function textBytes({ length = DEFAULT_LENGTH }: ColumnDefinition): number {
  return 4 * length;
}

/** InnoDB stores long values outside the row and keeps a 20-byte pointer. Texts of up to 255 bytes stay in the row. */
function bytesInPage(column: ColumnDefinition): number {
  if (column.type === 'string' && textBytes(column) <= 255) return textBytes(column) + 1;
  return column.type === 'string' || isLong(column) ? 21 : declaredBytes(column);
}

/** Alignment of the fixed-length PostgreSQL types that are longer than one byte. */
const ALIGNMENTS: Sizes = { integer: 4, date: 4, float: 8, datetime: 8, time: 8 };

/**
 * Bytes in a PostgreSQL row, for types of fixed size. Longer values are stored outside the row, with an 18-byte
 * pointer.
 */
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

/** Returns the bytes of a value that PostgreSQL stores in the row. */
function bytesInTuple(column: ColumnDefinition): number {
  const { type, precision = DEFAULT_PRECISION } = column;
  if (type === 'string') return Math.min(textBytes(column) + 1, 24);
  // A header, and groups of four digits on both sides of the decimal point. Numbers stay in the row.
  return STORED[type] ?? 5 + 2 * (Math.ceil(precision / 4) + 1);
}
