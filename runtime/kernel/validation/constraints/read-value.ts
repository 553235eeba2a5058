import type { Subject } from '../../contract/records/validation.js';
import { formatDate } from '../../util/text/message-text.js';
import { parseDateTime } from '../../util/dates/parse-date-time.js';
import { reportType } from './report.js';

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
}

/**
 * Returns the text of a string or number; null for a value that the rule skips (null, and the empty string
 * unless `keepEmpty`).
 */
export function readText(
  subject: Subject,
  options: { readonly keepEmpty?: boolean; readonly normalizer?: 'trim' } = {},
): string | null {
  const { value } = subject;
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string' && typeof value !== 'number') {
    reportType(subject, 'string');
    return null;
  }
  const text = options.normalizer === 'trim' ? String(value).trim() : String(value);
  return text === '' && options.keepEmpty !== true ? null : text;
}

const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Returns a number, or the value of a numeric text (a decimal column); NaN for anything else. */
export function readNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : NaN;
}

/**
 * Returns the milliseconds of a date-time or its ISO text, in UTC without an offset; NaN for anything else.
 */
export function readInstant(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  if (typeof value !== 'string' || !/^\d{4}-\d{2}/.test(value)) return NaN;
  return (parseDateTime(value, NEVER) ?? NEVER).getTime();
}

/** Invalid date; `now` is not supported here. */
const NEVER = new Date(NaN);

/** Formats a value for messages: text in double quotes, plain numbers, dates in a medium format. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return formatDate(value);
  return Array.isArray(value) ? 'array' : 'object';
}

/** A value as a parameter of a message. */
export const parameterOf = (value: unknown): string | Date =>
  value instanceof Date ? value : formatValue(value);
