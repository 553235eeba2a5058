// Generated from schemas/WorkshopData.json (26e73feb51ee) by `cms generate`, which overwrites this file.
import {
  all,
  collection,
  date,
  length,
  notNull,
  range,
  type,
  type ValidationContext,
  type ViolationList,
} from 'cms-api-components';

/** Checks the rules of WorkshopData, field by field, then those of the whole. */
export function validateWorkshopData(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    notNull(violations, 'startsOn', value.startsOn);
    date(violations, 'startsOn', value.startsOn);
    length(violations, 'venue', value.venue, { max: 160 });
    range(violations, 'seats', value.seats, { min: 0 });
  }
  if (Array.isArray(value.speakers)) {
    all(violations, 'speakers', value.speakers, {
      each: (violations, path, entry) => {
        notNull(violations, path, entry);
        validateWorkshopDataSpeaker(violations, path, entry, context);
      },
    });
  }
}

function validateWorkshopDataSpeaker(violations: ViolationList, path: string, value: unknown, context: ValidationContext): void {
  const { groups } = context;
  collection(violations, path, value, {
    fields: {
      name: {
        check: (violations, path, member) => {
          if (groups.has('Default')) {
            notNull(violations, path, member);
          }
          type(violations, path, member, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            length(violations, path, member, { min: 1 });
          }
        },
      },
      topic: {
        check: (violations, path, member) => {
          type(violations, path, member, { type: 'string' });
        },
        optional: true,
      },
    },
  });
}
