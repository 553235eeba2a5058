import type { Dialect, SqlValue } from '../contract/database.js';
import type { ColumnType } from '../contract/resource.js';
import { isCalendarDay, parseDateTime } from '../serializer/date-time.js';
import { isUuid } from '../util/is-uuid.js';

/** A map, because a plain object would know `constructor` too. */
export const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const LARGEST_INTEGER = 2_147_483_647;

/** What a caller names as a column's type, or undefined when it cannot be one. `now` is the moment of the request. */
export function columnValue(
  text: string,
  type: ColumnType,
  { dialect, now }: { readonly dialect: Dialect; readonly now: Date },
): SqlValue | undefined {
  switch (type) {
    case 'integer':
      return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= LARGEST_INTEGER
        ? Number(text)
        : undefined;
    case 'float':
    case 'decimal':
      return decimalValue(text);
    case 'boolean':
      return BOOLEANS.has(text) ? dialect.encode('boolean', BOOLEANS.get(text)) : undefined;
    case 'datetime': {
      const parsed = parseDateTime(text, now);
      return parsed && dialect.encode('datetime', parsed);
    }
    case 'date':
      return isCalendarDay(text) ? text : parseDateTime(text, now)?.toISOString().slice(0, 10);
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text) ? text.padEnd(8, ':00') : undefined;
    case 'uuid':
      return iriId(text);
    case 'string':
    case 'text':
      return text;
    case 'json':
      return undefined;
  }
}

/** Decimal notation only: `Number` alone would read a blank as 0 and `0x10` as 16. */
function decimalValue(text: string): number | undefined {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** Relations are filtered by IRI or by id. */
function iriId(text: string): string | undefined {
  const id = text.slice(text.lastIndexOf('/') + 1).toLowerCase();
  return isUuid(id) ? id : undefined;
}
