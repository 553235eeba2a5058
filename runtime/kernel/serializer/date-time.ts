import { InternalError } from '../errors/internal-error.js';

/** RFC 3339 with seconds and a numeric offset: `2020-05-10T14:07:56+00:00` (core.md section 0). */
export function formatDateTime(value: unknown): string {
  if (!(value instanceof Date)) throw new InternalError(`Not a date: ${String(value)}`);
  return `${value.toISOString().slice(0, 19)}+00:00`;
}

/** The moment as answers print it, without its fraction of a second. */
export function wholeSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000);
}

/** The form of `_metadata.publishable.publishedAt`: three fraction digits. */
export function formatPreciseDateTime(value: Date): string {
  return `${value.toISOString().slice(0, 23)}+00:00`;
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** Reads any ISO 8601 date or date-time, `now` included; without an offset it is UTC. Undefined for any other text. */
export function parseDateTime(text: string, now: Date): Date | undefined {
  const trimmed = text.trim();
  if (trimmed.toLowerCase() === 'now') return now;
  const match = DATE_TIME.exec(trimmed);
  if (match === null) return undefined;
  const [, day = '', minutes = '00:00', seconds = ':00', fraction = '', offset = 'Z'] = match;
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  const parsed = new Date(`${day}T${minutes}${seconds}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(parsed.getTime()) || !isCalendarDay(day) || !isStorableDate(parsed)
    ? undefined
    : parsed;
}

/** The years that every database can hold; an offset may lead out of them. */
export function isStorableDate(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** `2024-02-31` parses in JavaScript as the 2nd of March; here it is no date. */
export function isCalendarDay(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && !day.startsWith('0000') && parsed.toISOString().startsWith(day);
}
