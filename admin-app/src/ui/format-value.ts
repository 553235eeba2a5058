import type { MemberKind } from '../api/model.js';
import { displayValueOf } from '../api/display-names.js';
import { plain } from '../api/records.js';

const MAX_TEXT = 120;

/** Formats a value as text. The result is never rendered as HTML. */
export function textOf(value: unknown, kind: MemberKind): string {
  if (value === null || value === undefined) return '';
  if (kind === 'datetime' && typeof value === 'string') return momentOf(value);
  if (kind === 'date' && typeof value === 'string') return dateOf(value);
  if (kind === 'enum') return displayValueOf(String(value));
  if (typeof value === 'string') return shorten(kind === 'html' ? plain(value) : value);
  return shorten(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

const shorten = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);

/** Formats a date and time in the locale and time zone of the browser. */
export function momentOf(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime())
    ? value
    : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Formats a date, which has no time zone. */
function dateOf(value: string): string {
  const date = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? value
    : date.toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** Returns the time zone of the browser at a date: `Europe/Berlin (GMT+2)`. */
export function zoneOf(moment?: string): string {
  const given = new Date(moment ?? Number.NaN);
  const date = Number.isNaN(given.getTime()) ? new Date() : given;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(date);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return offset === undefined || offset === timeZone ? timeZone : `${timeZone} (${offset})`;
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** Formats a file size like the service does. */
export function sizeOf(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(1)}${UNITS[power]}`;
}
