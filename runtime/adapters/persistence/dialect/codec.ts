import type { SqlValue } from '../../../kernel/contract/database/database.js';
import type { ColumnType } from '../../../kernel/contract/schema/resource.js';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import { assertNever } from '../../../kernel/util/assert-never.js';
import { plainDecimal } from './sortable-decimal.js';
import { storableText } from '../../../kernel/util/text/storable-text.js';

/**
 * Converts a column value to a statement parameter. Driver-dependent values (booleans, dates) are converted
 * by the dialect's `bind`.
 */
export function encodeValue(type: ColumnType, value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'string':
    case 'text':
      return storableText(String(value));
    case 'integer':
    case 'float':
      return Number(value);
    case 'decimal':
      return String(value);
    case 'boolean':
      return value === true || value === 1 || value === 'true' || value === '1';
    case 'datetime':
      return value instanceof Date ? value : new Date(String(value));
    case 'date':
      return value instanceof Date ? value.toISOString().slice(0, 10) : String(value).slice(0, 10);
    case 'time':
      return value instanceof Date ? value.toISOString().slice(11, 19) : String(value).slice(0, 8);
    case 'uuid':
      return String(value).toLowerCase();
    case 'json':
      // Nested text may be unstorable, but JSON escapes it, so only the whole text is checked.
      return storableText(JSON.stringify(value));
    default:
      return assertNever(type);
  }
}

/** Converts a raw value to the runtime's type, the same on every database. */
export function decodeValue(type: ColumnType, raw: unknown): unknown {
  if (raw === null || raw === undefined) return null;
  switch (type) {
    case 'string':
    case 'text':
      return String(raw);
    case 'decimal':
      return plainDecimal(String(raw));
    case 'integer':
    case 'float':
      return Number(raw);
    case 'boolean':
      return raw === true || raw === 1 || raw === 1n || raw === '1' || raw === 'true' || raw === 't';
    case 'datetime':
      return decodeDate(raw);
    case 'date':
      return raw instanceof Date ? raw.toISOString().slice(0, 10) : String(raw).slice(0, 10);
    case 'time':
      return String(raw).slice(0, 8);
    case 'uuid':
      return String(raw).toLowerCase();
    case 'json':
      return typeof raw === 'string' ? JSON.parse(raw) : raw;
    default:
      return assertNever(type);
  }
}

/** Formats a time as `YYYY-MM-DD HH:MM:SS.mmm` in UTC, the text form in MySQL and, with a zone, in SQLite. */
export function utcText(date: Date): string {
  return checkedDate(date).toISOString().slice(0, 23).replace('T', ' ');
}

/** Returns a valid date unchanged. @throws InternalError for an invalid one. */
export function checkedDate(date: Date): Date {
  if (Number.isNaN(date.getTime()))
    throw new InternalError('An invalid date can not be a statement parameter.');
  return date;
}

/** Parses a database time. Databases return up to microseconds; a `Date` keeps milliseconds. */
function decodeDate(raw: unknown): Date {
  if (raw instanceof Date) return raw;
  const match = /^(\d{4,}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d{1,9})?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/.exec(
    String(raw),
  );
  if (match === null)
    throw new InternalError(`The database answered a date that is not understood: ${String(raw)}`);
  const [, day, time, fraction = '', zone = 'Z'] = match;
  const milliseconds = fraction.slice(1, 4).padEnd(3, '0');
  const offset =
    zone === 'Z' ? zone : zone.length === 3 ? `${zone}:00` : zone.replace(/^(...)(\d\d)$/, '$1:$2');
  return new Date(`${day}T${time}.${milliseconds}${offset}`);
}
