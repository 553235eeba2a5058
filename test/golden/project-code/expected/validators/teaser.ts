// Generated from schemas/Teaser.json (26f0082dfbea) by `cms generate`, which overwrites this file.
import {
  all,
  callback,
  collection,
  length,
  notNull,
  type Subject,
  type,
  type ValidationContext,
} from 'cms-api-components';

/** Validates the constraints of Teaser. */
export function validateTeaser(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'headline', value: value.headline }, { max: 80 });
    callback({ violations, path: 'headline', value: value.headline }, context, {
      name: 'polite',
      message: 'Be polite.',
    });
  }
  if (Array.isArray(value.links)) {
    all({ violations, path: 'links', value: value.links }, {
      each: ({ violations, path, value: entry }) => {
        notNull({ violations, path, value: entry });
        validateTeaserLink({ violations, path, value: entry }, context);
      },
    });
  }
  if (groups.has('Teaser:published')) {
    callback({ violations, path: '', value }, context, {
      name: 'complete',
      message: 'A teaser needs a headline and a text.',
      payload: { severity: 'high' },
    });
  }
  if (groups.has('Default')) {
    callback({ violations, path: '', value }, context, { name: 'distinct' });
  }
}

function validateTeaserLink({ violations, path, value }: Subject, context: ValidationContext): void {
  const { groups } = context;
  collection({ violations, path, value }, {
    fields: {
      label: {
        check: ({ violations, path, value: member }) => {
          if (groups.has('Default')) {
            notNull({ violations, path, value: member });
          }
          type({ violations, path, value: member }, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            callback({ violations, path, value: member }, context, { name: 'polite' });
          }
        },
      },
    },
  });
}
