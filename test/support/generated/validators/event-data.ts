// Generated from schemas/EventData.json (82e6e8fae52a) by `cms generate`, which overwrites this file.
import { date, length, notNull, type ValidationContext } from 'cms-api-components';

/** Validates the constraints of EventData. */
export function validateEventData(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    notNull({ violations, path: 'startsOn', value: value.startsOn });
    date({ violations, path: 'startsOn', value: value.startsOn });
    length({ violations, path: 'venue', value: value.venue }, { max: 160 });
  }
}
