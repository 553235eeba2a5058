// Generated from schemas/BaseEvent.json (f83722456a46) by `cms generate`, which overwrites this file.
import { dateTime, length, type ValidationContext } from 'cms-api-components';

/** Validates the constraints of BaseEvent. */
export function validateBaseEvent(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'headline', value: value.headline }, { max: 120 });
    dateTime({ violations, path: 'startsAt', value: value.startsAt });
  }
}
