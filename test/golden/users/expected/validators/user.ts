// Generated from schemas/User.json (9d54befdff67) by `cms generate`, which overwrites this file.
import {
  collection,
  country,
  length,
  notNull,
  type,
  type ValidationContext,
  type ViolationList,
} from 'cms-api-components';

/** Checks the rules of User, field by field, then those of the whole. */
export function validateUser(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length(violations, 'displayName', value.displayName, { max: 80 });
  }
  validateUserAddress(violations, 'address', value.address, context);
}

function validateUserAddress(violations: ViolationList, path: string, value: unknown, context: ValidationContext): void {
  const { groups } = context;
  collection(violations, path, value, {
    fields: {
      street: {
        check: (violations, path, member) => {
          if (groups.has('Default')) {
            notNull(violations, path, member);
          }
          type(violations, path, member, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            length(violations, path, member, { min: 1, max: 200 });
          }
        },
      },
      town: {
        check: (violations, path, member) => {
          if (groups.has('Default')) {
            notNull(violations, path, member);
          }
          type(violations, path, member, { type: 'string' });
        },
      },
      country: {
        check: (violations, path, member) => {
          type(violations, path, member, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            country(violations, path, member);
          }
        },
        optional: true,
      },
    },
  });
}
