import { isStorableDate, parseDateTime } from './parse-date-time.js';

/**
 * Parses a date for comparisons: `now` or `today` with offsets, or ISO 8601. Undefined for any other text.
 */
export function parseComparedDate(text: string, now: Date): Date | undefined {
  return parseRelativeDate(text, now) ?? parseDateTime(text, now);
}

const RELATIVE = /^(now|today)((?:\s*[+-]\s*\d{1,6}\s*[a-z]+)*)$/i;
/** Longer texts are rejected, because a pattern with a repeated group recurses for each repetition. */
const LONGEST = 100;
const OFFSET = /([+-])\s*(\d+)\s*([a-z]+)/gi;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Milliseconds, or months, whose length depends on the calendar. */
type Unit = { readonly ms: number } | { readonly months: number };

/** Units of offsets, by name. */
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...named(['s', 'sec', 'second'], { ms: 1000 }),
  ...named(['min', 'minute'], { ms: MINUTE_MS }),
  ...named(['h', 'hour'], { ms: 60 * MINUTE_MS }),
  ...named(['d', 'day'], { ms: DAY_MS }),
  ...named(['w', 'week'], { ms: 7 * DAY_MS }),
  ...named(['mo', 'month'], { months: 1 }),
  ...named(['y', 'year'], { months: 12 }),
]);

function named(names: readonly string[], unit: Unit): readonly (readonly [string, Unit])[] {
  return names.map((name) => [name, unit]);
}

/** `now` or `today` with its offsets. */
interface RelativeDate {
  readonly word: 'now' | 'today';
  readonly offsets: readonly { readonly amount: number; readonly unit: string }[];
}

/** Returns whether a text is `now` or `today`, optionally with offsets in known units. */
export const isRelativeDate = (text: string): boolean => readRelativeDate(text) !== undefined;

/**
 * Returns whether options of a constraint have a limit such as `today+7d`, which depends on the current time.
 */
export const comparesRelativeDates = ({ value, min, max }: Readonly<Record<string, unknown>>): boolean =>
  [value, min, max].some((limit) => typeof limit === 'string' && isRelativeDate(limit));

/** Returns whether a relative date changes continuously, not only daily. */
export function isMomentary(text: string): boolean {
  return readRelativeDate(text)?.word === 'now';
}

/**
 * Parses `now` or `today` (midnight UTC), with optional offsets: `today+7d`, `now-2h`, `today +1 month -1
 * day`. Units are `s`, `min`, `h`, `d`, `w`, `mo` and `y`, or their names. Adding months or years keeps the
 * day, or uses the last day of a shorter month. Undefined for any other text, and for years that databases
 * cannot store (components.md section 7.4).
 */
export function parseRelativeDate(text: string, now: Date): Date | undefined {
  const relative = readRelativeDate(text);
  if (relative === undefined) return undefined;
  const date = relative.offsets.reduce(
    (moment, { amount, unit }) => added(moment, amount, unit),
    relative.word === 'today' ? startOfDay(now) : now,
  );
  return isStorableDate(date) ? date : undefined;
}

/** Returns the start of the UTC day. */
export const startOfDay = (moment: Date): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()));

function readRelativeDate(text: string): RelativeDate | undefined {
  const match = text.length > LONGEST ? null : RELATIVE.exec(text.trim());
  if (match === null) return undefined;
  const [, word = '', rest = ''] = match;
  const offsets = [...rest.matchAll(OFFSET)].map(([, sign, digits, unit = '']) => ({
    amount: Number(digits) * (sign === '-' ? -1 : 1),
    unit: singular(unit.toLowerCase()),
  }));
  if (!offsets.every(({ unit }) => UNITS.has(unit))) return undefined;
  return { word: word.toLowerCase() === 'now' ? 'now' : 'today', offsets };
}

const singular = (unit: string): string => (unit.length > 2 ? unit.replace(/s$/, '') : unit);

function added(moment: Date, amount: number, name: string): Date {
  const unit = UNITS.get(name) ?? { ms: 0 };
  return 'ms' in unit
    ? new Date(moment.getTime() + amount * unit.ms)
    : addMonths(moment, amount * unit.months);
}

function addMonths(moment: Date, months: number): Date {
  const month = moment.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const later = new Date(moment);
  later.setUTCMonth(month, Math.min(moment.getUTCDate(), lastDay));
  return later;
}
