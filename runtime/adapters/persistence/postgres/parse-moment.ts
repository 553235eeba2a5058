import { types } from 'pg';

/** A moment of a connection whose time zone is UTC, such as `2026-11-26 14:40:00.123+00`, in years of four digits. */
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

const parseAny = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => unknown;

/**
 * Reads a moment as the driver does, which takes every form apart by a pattern; nearly all have this one, that of the
 * language itself but for two characters. Lists hold three moments in each row.
 */
export function parseMoment(text: string): unknown {
  if (!IN_UTC.test(text)) return parseAny(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}
