import type { RequestedValue } from '../contract/http/requested.js';
import { isMomentary, isRelativeDate, startOfDay } from '../util/dates/compared-date.js';
import { earliest } from '../util/dates/earliest.js';
import { withPlus } from './column-value.js';

/**
 * Returns the time at which a date filter refers to another date: immediately for `now`, at midnight UTC for
 * `today`. Responses are not cached beyond it. Undefined for fixed dates.
 */
export function nextMeaning(requested: RequestedValue, now: Date): Date | undefined {
  return textsWithin(requested)
    .filter(isRelativeDate)
    .map((text) => (isMomentary(text) ? now : midnightAfter(now)))
    .reduce<Date | undefined>(earliest, undefined);
}

const midnightAfter = (now: Date): Date => {
  const midnight = startOfDay(now);
  midnight.setUTCDate(midnight.getUTCDate() + 1);
  return midnight;
};

/** Returns all texts of a parameter: its value, list entries, operator values and both ends of a range. */
function textsWithin(requested: RequestedValue): readonly string[] {
  if (typeof requested === 'string') return requested.split('..').map(withPlus);
  return Object.values(requested).flatMap((value) => (value === undefined ? [] : textsWithin(value)));
}
