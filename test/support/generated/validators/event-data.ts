// Generated from schemas/EventData.json (98de7e759ddb) by `cms generate`, which overwrites this file.
import { date, length, notNull, type ValidationContext } from 'cms-api-components';

/** Checks the rules of EventData. */
export function validateEventData(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    notNull({ violations, path: 'startsOn', value: value.startsOn });
    date({ violations, path: 'startsOn', value: value.startsOn });
    length({ violations, path: 'venue', value: value.venue }, { max: 160 });
  }
}
