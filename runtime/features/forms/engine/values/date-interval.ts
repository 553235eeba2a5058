import { NOT_CONVERTIBLE, type Conversion } from './conversion.js';

/** Numbers of a duration by part; missing parts are absent. */
export type IntervalParts = Readonly<Partial<Record<IntervalPart, number>>>;

const INTERVAL_PARTS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;

export type IntervalPart = (typeof INTERVAL_PARTS)[number];

const INTERVAL =
  /^P(?=\d|T\d)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;

/** An ISO 8601 duration in whole numbers: `P1Y2M10DT2H30M`, `P6W`. */
export const DATE_INTERVAL: Conversion = {
  toView: (data) => (typeof data === 'string' && INTERVAL.test(data) ? data : ''),
  toData: (text) => (INTERVAL.test(text) ? text : NOT_CONVERTIBLE),
};

/** Parses a duration; undefined for other values. */
export function parseInterval(data: unknown): IntervalParts | undefined {
  const match = typeof data === 'string' ? INTERVAL.exec(data) : null;
  if (match === null) return undefined;
  const named = INTERVAL_PARTS.flatMap((part, index) => {
    const digits = match[index + 1];
    return digits === undefined ? [] : [[part, Number(digits)] as const];
  });
  return Object.fromEntries(named);
}

/** Formats a duration without zero parts; an empty duration is `P0D`. */
export function formatInterval(parts: IntervalParts): string {
  const written = (part: IntervalPart, letter: string): string => {
    const count = parts[part] ?? 0;
    return count === 0 ? '' : `${count}${letter}`;
  };
  const days = written('years', 'Y') + written('months', 'M') + written('weeks', 'W') + written('days', 'D');
  const time = written('hours', 'H') + written('minutes', 'M') + written('seconds', 'S');
  if (time !== '') return `P${days}T${time}`;
  return days === '' ? 'P0D' : `P${days}`;
}
