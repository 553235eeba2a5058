const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Parses an ISO 8601 date or date-time, or `now`; the default offset is UTC. Undefined for any other text.
 */
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

/** Returns whether every database can store the year; an offset may move a date out of range. */
export function isStorableDate(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** Returns whether a day exists. JavaScript parses `2024-02-31` as March 2. */
export function isCalendarDay(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && !day.startsWith('0000') && parsed.toISOString().startsWith(day);
}
