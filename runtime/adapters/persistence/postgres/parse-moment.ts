import { types } from 'pg';

/**
 * Format of a timestamp on a UTC connection, such as `2026-11-26 14:40:00.123+00`, with a four-digit year.
 */
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

const parseAny = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => unknown;

/**
 * Parses a timestamp like the driver, which uses a pattern for every format. Nearly all have this one, which
 * `Date` parses after replacing two characters. Lists have three timestamps per row.
 */
export function parseMoment(text: string): unknown {
  if (!IN_UTC.test(text)) return parseAny(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}
