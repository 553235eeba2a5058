import type { ColumnDefinition } from '../../../kernel/contract/database/table.js';
import type { ColumnType } from '../../../kernel/contract/schema/resource.js';
import {
  DEFAULT_LENGTH,
  DEFAULT_PRECISION,
  DEFAULT_SCALE,
} from '../../../kernel/contract/database/migration.js';
import { isCalendarDay } from '../../../kernel/util/dates/parse-date-time.js';
import { assertNever } from '../../../kernel/util/assert-never.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import { decodeValue } from '../dialect/codec.js';

/** A value converted to another type, as text that every database can assign. */
export type ConvertedValue =
  | { readonly kind: 'kept'; readonly text: string }
  /** Part of the value is lost: a fraction, a time of day, the end of a text. */
  | { readonly kind: 'changed'; readonly text: string }
  /** The value has no meaning in the new type. */
  | { readonly kind: 'lost' };

const LOST = { kind: 'lost' } as const;

/** Converts a stored value, the same on every database. Converting a converted value does not change it. */
export function convertValue(from: ColumnDefinition, to: ColumnDefinition, raw: unknown): ConvertedValue {
  const text = valueText(from.type, raw);
  return text === undefined ? LOST : parseText(text, to);
}

/** Returns the text form of a value, used for conversions from and to texts. */
export function valueText(type: ColumnType, raw: unknown): string | undefined {
  try {
    const value = decodeValue(type, raw);
    if (value instanceof Date) return value.toISOString();
    return type === 'json' ? JSON.stringify(value) : String(value);
  } catch {
    return undefined;
  }
}

function parseText(text: string, to: ColumnDefinition): ConvertedValue {
  switch (to.type) {
    case 'string':
      return shortened(text, to.length ?? DEFAULT_LENGTH);
    case 'text':
      return { kind: 'kept', text };
    case 'integer':
      return parseInteger(text);
    case 'float':
      return parseFloatText(text);
    case 'decimal':
      return parseDecimal(text, to);
    case 'boolean':
      return parseBoolean(text);
    case 'date':
      return parseDate(text);
    case 'datetime':
      return parseDatetime(text);
    case 'time':
      return parseTime(text);
    case 'uuid':
      return isUuid(text) ? { kind: 'kept', text: text.toLowerCase() } : LOST;
    case 'json':
      return parseJson(text);
    default:
      return assertNever(to.type);
  }
}

function shortened(text: string, length: number): ConvertedValue {
  const characters = [...text];
  return characters.length <= length
    ? { kind: 'kept', text }
    : { kind: 'changed', text: characters.slice(0, length).join('') };
}

/** Leading zeros are significant (postal codes), so such text is not a number. */
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const LARGEST_INTEGER = 2 ** 31 - 1;

function parseInteger(text: string): ConvertedValue {
  const plain = text === 'true' ? '1' : text === 'false' ? '0' : text;
  if (!NUMBER.test(plain)) return LOST;
  const number = Number(plain);
  const rounded = Math.sign(number) * Math.round(Math.abs(number));
  if (Math.abs(rounded) > LARGEST_INTEGER) return LOST;
  return { kind: rounded === number ? 'kept' : 'changed', text: String(rounded + 0) };
}

function parseFloatText(text: string): ConvertedValue {
  const number = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(number)) return LOST;
  return { kind: digitsOf(text) === digitsOf(String(number)) ? 'kept' : 'changed', text: String(number) };
}

/** Returns the significant digits, which a number of limited precision must preserve. */
function digitsOf(text: string): string {
  const [, , whole = '', fraction = ''] = NUMBER.exec(text) ?? [];
  return (whole + fraction).replace(/^0+/, '').replace(/0+$/, '');
}

function parseDecimal(text: string, to: ColumnDefinition): ConvertedValue {
  const scale = to.scale ?? DEFAULT_SCALE;
  const [, sign = '', whole = '', fraction = ''] = NUMBER.exec(plainNotation(text)) ?? [];
  if (whole === '') return LOST;
  const factor = 10n ** BigInt(scale);
  const kept = fraction.slice(0, scale).padEnd(scale, '0');
  const rest = fraction.slice(scale).replace(/0+$/, '');
  const units = BigInt(whole) * factor + BigInt(kept || '0') + (rest >= '5' ? 1n : 0n);
  if (String(units).length > (to.precision ?? DEFAULT_PRECISION)) return LOST;
  const digits = String(units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const value = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return { kind: rest === '' ? 'kept' : 'changed', text: (units === 0n ? '' : sign) + value };
}

/** Expands the exponent: `1e-7` becomes `0.0000001`. */
function plainNotation(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = NUMBER.exec(text) ?? [];
  if (exponent === undefined) return text;
  const shift = Number(exponent);
  const digits = (whole + fraction).padStart(whole.length - Math.min(shift, 0) + 1, '0');
  const missing = Math.max(0, shift - fraction.length);
  const all = digits + '0'.repeat(missing);
  const point = all.length - Math.max(0, fraction.length - shift);
  const before = all.slice(0, point).replace(/^0+(?=\d)/, '');
  const after = all.slice(point);
  return sign + before + (after === '' ? '' : `.${after}`);
}

function parseBoolean(text: string): ConvertedValue {
  if (text === 'true' || text === '1') return { kind: 'kept', text: '1' };
  return text === 'false' || text === '0' ? { kind: 'kept', text: '0' } : LOST;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.(\d{1,9}))?)?(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)$/;

function parseDate(text: string): ConvertedValue {
  const moment = parseDatetime(text);
  if (moment.kind === 'lost') return LOST;
  const isWholeDay = moment.text.endsWith('T00:00:00.000Z');
  return { kind: isWholeDay ? moment.kind : 'changed', text: moment.text.slice(0, 10) };
}

/** Parses a date-time, which requires a zone; a date starts at midnight UTC. */
function parseDatetime(text: string): ConvertedValue {
  const match = MOMENT.exec(text);
  if (match === null && !DAY.test(text)) return LOST;
  const date = new Date(match === null ? `${text}T00:00:00Z` : text.replace(' ', 'T'));
  if (Number.isNaN(date.getTime()) || !isCalendarDay(text.slice(0, 10))) return LOST;
  const isFine = /^0*$/.test((match?.[1] ?? '').slice(3));
  return { kind: isFine ? 'kept' : 'changed', text: date.toISOString() };
}

function parseTime(text: string): ConvertedValue {
  const [, clock, seconds = ':00'] = /^((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?$/.exec(text) ?? [];
  return clock === undefined ? LOST : { kind: 'kept', text: clock + seconds };
}

/**
 * Parses JSON objects and lists. Other JSON values are not accepted, because a text is rarely meant as JSON.
 */
function parseJson(text: string): ConvertedValue {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { kind: 'kept', text } : LOST;
  } catch {
    return LOST;
  }
}

/** Applies several conversions in sequence. */
export function convertThrough(
  conversions: readonly { readonly from: ColumnDefinition; readonly to: ColumnDefinition }[],
  raw: unknown,
): ConvertedValue {
  let kind: 'kept' | 'changed' = 'kept';
  let value: unknown = raw;
  for (const { from, to } of conversions) {
    const converted = convertValue(from, to, value);
    if (converted.kind === 'lost') return LOST;
    if (converted.kind === 'changed') kind = 'changed';
    value = converted.text;
  }
  return { kind, text: String(value) };
}
