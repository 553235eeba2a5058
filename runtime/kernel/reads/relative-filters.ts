import type { AskedValue } from '../contract/http/asked.js';
import { isMomentary, isRelativeDate, startOfDay } from '../util/dates/compared-date.js';
import { earliest } from '../util/dates/earliest.js';
import { withPlus } from './column-value.js';

/**
 * The moment at which the value of a date filter stands for another date: at once for `now`, at midnight UTC for `today`. Responses
 * are not cached beyond it. Undefined where it names fixed dates.
 */
export function nextMeaning(asked: AskedValue, now: Date): Date | undefined {
  return textsWithin(asked)
    .filter(isRelativeDate)
    .map((text) => (isMomentary(text) ? now : midnightAfter(now)))
    .reduce<Date | undefined>(earliest, undefined);
}

const midnightAfter = (now: Date): Date => {
  const midnight = startOfDay(now);
  midnight.setUTCDate(midnight.getUTCDate() + 1);
  return midnight;
};

/** All texts of a parameter: its value, those of a list or of its operators, and both ends of a range. */
function textsWithin(asked: AskedValue): readonly string[] {
  if (typeof asked === 'string') return asked.split('..').map(withPlus);
  return Object.values(asked).flatMap((value) => (value === undefined ? [] : textsWithin(value)));
}
