// Generated from schemas/WorkshopData.json (846a46931279) by `cms generate`, which overwrites this file.
import {
  all,
  collection,
  date,
  length,
  notNull,
  range,
  type Subject,
  type,
  type ValidationContext,
} from 'cms-api-components';

/** Validates the constraints of WorkshopData. */
export function validateWorkshopData(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    notNull({ violations, path: 'startsOn', value: value.startsOn });
    date({ violations, path: 'startsOn', value: value.startsOn });
    length({ violations, path: 'venue', value: value.venue }, { max: 160 });
    range({ violations, path: 'seats', value: value.seats }, { min: 0 });
  }
  if (Array.isArray(value.speakers)) {
    all({ violations, path: 'speakers', value: value.speakers }, {
      each: ({ violations, path, value: entry }) => {
        notNull({ violations, path, value: entry });
        validateWorkshopDataSpeaker({ violations, path, value: entry }, context);
      },
    });
  }
}

function validateWorkshopDataSpeaker({ violations, path, value }: Subject, context: ValidationContext): void {
  const { groups } = context;
  collection({ violations, path, value }, {
    fields: {
      name: {
        check: ({ violations, path, value: member }) => {
          if (groups.has('Default')) {
            notNull({ violations, path, value: member });
          }
          type({ violations, path, value: member }, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            length({ violations, path, value: member }, { min: 1 });
          }
        },
      },
      topic: {
        check: ({ violations, path, value: member }) => {
          type({ violations, path, value: member }, { type: 'string' });
        },
        optional: true,
      },
    },
  });
}
