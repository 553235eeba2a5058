// Generated from schemas/User.json (f06e3332c760) by `cms generate`, which overwrites this file.
import {
  collection,
  country,
  length,
  notNull,
  type Subject,
  type,
  type ValidationContext,
} from 'cms-api-components';

/** Validates the constraints of User. */
export function validateUser(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'displayName', value: value.displayName }, { max: 80 });
  }
  validateUserAddress({ violations, path: 'address', value: value.address }, context);
}

function validateUserAddress({ violations, path, value }: Subject, context: ValidationContext): void {
  const { groups } = context;
  collection({ violations, path, value }, {
    fields: {
      street: {
        check: ({ violations, path, value: member }) => {
          if (groups.has('Default')) {
            notNull({ violations, path, value: member });
          }
          type({ violations, path, value: member }, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            length({ violations, path, value: member }, { min: 1, max: 200 });
          }
        },
      },
      town: {
        check: ({ violations, path, value: member }) => {
          if (groups.has('Default')) {
            notNull({ violations, path, value: member });
          }
          type({ violations, path, value: member }, { type: 'string' });
        },
      },
      country: {
        check: ({ violations, path, value: member }) => {
          type({ violations, path, value: member }, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            country({ violations, path, value: member });
          }
        },
        optional: true,
      },
    },
  });
}
