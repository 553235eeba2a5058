// Generated from schemas/Teaser.json (a989d927891f) by `cms generate`, which overwrites this file.
import {
  all,
  callback,
  collection,
  length,
  notNull,
  type,
  type ValidationContext,
  type ViolationList,
} from 'cms-api-components';

/** Checks the rules of Teaser, field by field, then those of the whole. */
export function validateTeaser(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length(violations, 'headline', value.headline, { max: 80 });
    callback(violations, 'headline', value.headline, context, { name: 'polite', message: 'Be polite.' });
  }
  if (Array.isArray(value.links)) {
    all(violations, 'links', value.links, {
      each: (violations, path, entry) => {
        notNull(violations, path, entry);
        validateTeaserLink(violations, path, entry, context);
      },
    });
  }
  if (groups.has('Teaser:published')) {
    callback(violations, '', value, context, {
      name: 'complete',
      message: 'A teaser needs a headline and a text.',
      payload: { severity: 'high' },
    });
  }
  if (groups.has('Default')) {
    callback(violations, '', value, context, { name: 'distinct' });
  }
}

function validateTeaserLink(violations: ViolationList, path: string, value: unknown, context: ValidationContext): void {
  const { groups } = context;
  collection(violations, path, value, {
    fields: {
      label: {
        check: (violations, path, member) => {
          if (groups.has('Default')) {
            notNull(violations, path, member);
          }
          type(violations, path, member, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            callback(violations, path, member, context, { name: 'polite' });
          }
        },
      },
    },
  });
}
