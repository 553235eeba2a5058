import { DEFAULT_LENGTH, DEFAULT_PRECISION, DEFAULT_SCALE } from '../../runtime/kernel/contract/migration.js';
import type { ColumnDefinition } from '../../runtime/kernel/contract/table.js';

/** Kept beside the row where it is long, and never indexed. */
export const isLong = ({ type }: ColumnDefinition): boolean => type === 'text' || type === 'json';

/** What MariaDB and MySQL count as the length of a column. */
export function declaredBytes(column: ColumnDefinition): number {
  switch (column.type) {
    case 'string': {
      const bytes = 4 * (column.length ?? DEFAULT_LENGTH);
      return bytes + (bytes > 255 ? 2 : 1);
    }
    case 'text':
    case 'json':
      return 12;
    case 'uuid':
      return 36;
    case 'decimal':
      return packedDecimal(column);
    case 'integer':
      return 4;
    case 'boolean':
      return 1;
    case 'date':
    case 'time':
      return 3;
    case 'float':
    case 'datetime':
      return 8;
  }
}

/** Nine digits take four bytes, those that are left over fewer; each side of the point by itself. */
function packedDecimal({ precision = DEFAULT_PRECISION, scale = DEFAULT_SCALE }: ColumnDefinition): number {
  const half = (digits: number): number => 4 * Math.floor(digits / 9) + Math.ceil((digits % 9) / 2);
  return half(precision - scale) + half(scale);
}

/** InnoDB moves long values out of the row and leaves 20 bytes of address; texts of up to 255 bytes stay. */
export function bytesInPage(column: ColumnDefinition): number {
  const bytes = 4 * (column.length ?? DEFAULT_LENGTH);
  if (column.type === 'string' && bytes <= 255) return bytes + 1;
  return column.type === 'string' || isLong(column) ? 21 : declaredBytes(column);
}

/** Of PostgreSQL's types with a fixed length of more than a byte. */
export const ALIGNMENTS: Partial<Record<ColumnDefinition['type'], number>> = {
  ...{ integer: 4, date: 4, float: 8, datetime: 8, time: 8 },
};

/** PostgreSQL moves values out that are longer than their address, which takes 18 bytes in steps of eight. */
export function bytesInTuple(column: ColumnDefinition): number {
  switch (column.type) {
    case 'string':
      return Math.min(4 * (column.length ?? DEFAULT_LENGTH) + 1, 24);
    case 'text':
    case 'json':
      return 24;
    case 'decimal':
      // A header, and groups of four digits on both sides of the point; numbers stay in the row.
      return 5 + 2 * (Math.ceil((column.precision ?? DEFAULT_PRECISION) / 4) + 1);
    case 'uuid':
      return 16;
    case 'boolean':
      return 1;
    case 'integer':
    case 'date':
      return 4;
    case 'float':
    case 'datetime':
    case 'time':
      return 8;
  }
}
