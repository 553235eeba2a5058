import type { JsonObject } from '../contract/json.js';
import { isRelativeDate } from '../serializer/compared-date.js';

/** Whether options of a constraint name a limit such as `today+7d`, which needs the moment of the check. */
export const comparesRelativeDates = ({ value, min, max }: JsonObject): boolean =>
  [value, min, max].some((limit) => typeof limit === 'string' && isRelativeDate(limit));
