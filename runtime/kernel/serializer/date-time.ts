import { InternalError } from '../errors/internal-error.js';

/**
 * Formats a date-time as RFC 3339 with seconds and a numeric offset: `2020-05-10T14:07:56+00:00` (core.md
 * section 0).
 */
export function formatDateTime(value: unknown): string {
  if (!(value instanceof Date)) throw new InternalError(`Not a date: ${String(value)}`);
  return `${value.toISOString().slice(0, 19)}+00:00`;
}

/** Truncates to seconds, the precision of responses. */
export function wholeSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000);
}

/** Formats `_metadata.publishable.publishedAt`, with three fraction digits. */
export function formatPreciseDateTime(value: Date): string {
  return `${value.toISOString().slice(0, 23)}+00:00`;
}
