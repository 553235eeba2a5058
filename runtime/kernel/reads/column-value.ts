import type { Dialect, SqlValue } from '../contract/database/database.js';
import type { RequestedMember } from './requested-paths.js';

import { isStorableText } from '../util/text/storable-text.js';
import { TIME_OF_DAY } from '../contract/schema/time-of-day.js';
import { parseComparedDate } from '../util/dates/compared-date.js';
import { isCalendarDay } from '../util/dates/parse-date-time.js';
import { isUuid } from '../util/is-uuid.js';

/** A Map, because a plain object would also match keys like `constructor`. */
export const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

type ColumnFacts = Pick<RequestedMember, 'type' | 'precision' | 'scale'>;

const LARGEST_INTEGER = 2_147_483_647;

/**
 * Converts client text to the type of a column; undefined if it is not valid. `now` is the time of the
 * request.
 */
export function columnValue(
  text: string,
  member: ColumnFacts,
  { dialect, now }: { readonly dialect: Dialect; readonly now: Date },
): SqlValue | undefined {
  switch (member.type) {
    case 'integer':
      return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= LARGEST_INTEGER
        ? Number(text)
        : undefined;
    case 'float':
      return floatValue(text);
    case 'decimal': {
      const digits = decimalDigits(text, member);
      return digits && dialect.encode('decimal', digits);
    }
    case 'boolean':
      return BOOLEANS.has(text) ? dialect.encode('boolean', BOOLEANS.get(text)) : undefined;
    case 'datetime': {
      const parsed = parseComparedDate(withPlus(text), now);
      return parsed && dialect.encode('datetime', parsed);
    }
    case 'date':
      return isCalendarDay(text) ? text : parseComparedDate(withPlus(text), now)?.toISOString().slice(0, 10);
    case 'time':
      return TIME_OF_DAY.test(text) ? text.padEnd(8, ':00') : undefined;
    case 'uuid':
      return isUuid(text) ? text.toLowerCase() : undefined;
    case 'string':
    case 'text':
      return isStorableText(text) ? text : undefined;
    case 'json':
      return undefined;
  }
}

const NUMBER = /^([+-]?)(\d+\.?\d*|\.\d+)(?:e([+-]?\d{1,3}))?$/i;

/** Parses decimal notation only; `Number` alone would read a blank as 0 and `0x10` as 16. */
function floatValue(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** Default digits of SQL's `decimal`, and the maximum number of decimals on all databases. */
const DEFAULT_PRECISION = 10;
const MOST_BEHIND_POINT = 30;

/** Returns a number with all digits and no exponent; undefined if it exceeds the column's range. */
function decimalDigits(
  text: string,
  { precision = DEFAULT_PRECISION, scale = 0 }: ColumnFacts,
): string | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign = '', number = '', exponent = '0'] = match;
  const [before = '', behind = ''] = number.split('.');
  const all = before + behind;
  const point = before.length + Number(exponent);
  const digits = point < 0 ? '0'.repeat(-point) + all : all.padEnd(point, '0');
  const whole = digits.slice(0, Math.max(0, point)).replace(/^0+/, '');
  const fraction = digits.slice(Math.max(0, point)).replace(/0+$/, '');
  if (whole.length > precision - scale || fraction.length > MOST_BEHIND_POINT) return undefined;
  const isZero = whole === '' && fraction === '';
  return `${sign === '-' && !isZero ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Restores the `+` that URL decoding turned into a blank, also before an offset: `2026-01-05T00:00:00 02:00`,
 * `today 7d` (contract decision 85).
 */
export const withPlus = (text: string): string =>
  /^\s*[a-z]/i.test(text)
    ? text.replace(/([a-z])\s+(?=\d)/gi, '$1+')
    : text.replace(/(:\d{2}(?:\.\d+)?) (\d{2}:?\d{2})$/, '$1+$2');
