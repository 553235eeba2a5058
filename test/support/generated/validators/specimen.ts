// Generated from schemas/Specimen.json (e816dee6374e) by `cms generate`, which overwrites this file.
import {
  all,
  choice,
  collection,
  date,
  dateTime,
  email,
  length,
  notNull,
  type Subject,
  time,
  type,
  url,
  uuid,
  type ValidationContext,
} from 'cms-api-components';

/** Validates the constraints of Specimen. */
export function validateSpecimen(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    notNull({ violations, path: 'name', value: value.name });
    length({ violations, path: 'name', value: value.name }, { max: 50 });
    length({ violations, path: 'code', value: value.code }, { max: 255 });
    dateTime({ violations, path: 'startsAt', value: value.startsAt });
    date({ violations, path: 'day', value: value.day });
    time({ violations, path: 'opensAt', value: value.opensAt });
    uuid({ violations, path: 'token', value: value.token });
    email({ violations, path: 'email', value: value.email });
    length({ violations, path: 'email', value: value.email }, { max: 255 });
    url({ violations, path: 'website', value: value.website });
    length({ violations, path: 'website', value: value.website }, { max: 255 });
    length({ violations, path: 'level', value: value.level }, { max: 255 });
    choice({ violations, path: 'level', value: value.level }, { choices: ['low', 'high'] });
    length({ violations, path: 'serial', value: value.serial }, { max: 255 });
    length({ violations, path: 'secret', value: value.secret }, { max: 255 });
    length({ violations, path: 'adminNote', value: value.adminNote }, { max: 255 });
    length({ violations, path: 'internal', value: value.internal }, { max: 255 });
  }
  if (Array.isArray(value.tags)) {
    all({ violations, path: 'tags', value: value.tags }, {
      each: ({ violations, path, value: entry }) => {
        notNull({ violations, path, value: entry });
        type({ violations, path, value: entry }, { type: 'string' });
        if (typeof entry === 'string' && groups.has('Default')) {
          length({ violations, path, value: entry }, { max: 20 });
        }
      },
    });
  }
  if (Array.isArray(value.links)) {
    all({ violations, path: 'links', value: value.links }, {
      each: ({ violations, path, value: entry }) => {
        notNull({ violations, path, value: entry });
        validateSpecimenLink({ violations, path, value: entry }, context);
      },
    });
  }
}

function validateSpecimenLink({ violations, path, value }: Subject, context: ValidationContext): void {
  const { groups } = context;
  collection({ violations, path, value }, {
    fields: {
      url: {
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
      label: {
        check: ({ violations, path, value: member }) => {
          type({ violations, path, value: member }, { type: 'string' });
        },
        optional: true,
      },
    },
  });
}
