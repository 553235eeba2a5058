// Generated from schemas/Specimen.json (aba7acd181e9) by `cms generate`, which overwrites this file.
import {
  all,
  choice,
  collection,
  date,
  dateTime,
  email,
  length,
  notNull,
  time,
  type,
  url,
  uuid,
  type ValidationContext,
  type ViolationList,
} from 'cms-api-components';

/** Checks the rules of Specimen, field by field, then those of the whole. */
export function validateSpecimen(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (groups.has('Default')) {
    notNull(violations, 'name', value.name);
    length(violations, 'name', value.name, { max: 50 });
    length(violations, 'code', value.code, { max: 255 });
    dateTime(violations, 'startsAt', value.startsAt);
    date(violations, 'day', value.day);
    time(violations, 'opensAt', value.opensAt);
    uuid(violations, 'token', value.token);
    email(violations, 'email', value.email);
    length(violations, 'email', value.email, { max: 255 });
    url(violations, 'website', value.website);
    length(violations, 'website', value.website, { max: 255 });
    length(violations, 'level', value.level, { max: 255 });
    choice(violations, 'level', value.level, { choices: ['low', 'high'] });
  }
  if (Array.isArray(value.tags)) {
    all(violations, 'tags', value.tags, {
      each: (violations, path, entry) => {
        notNull(violations, path, entry);
        type(violations, path, entry, { type: 'string' });
        if (typeof entry === 'string' && groups.has('Default')) {
          length(violations, path, entry, { max: 20 });
        }
      },
    });
  }
  if (Array.isArray(value.links)) {
    all(violations, 'links', value.links, {
      each: (violations, path, entry) => {
        notNull(violations, path, entry);
        validateSpecimenLink(violations, path, entry, context);
      },
    });
  }
  if (groups.has('Default')) {
    length(violations, 'serial', value.serial, { max: 255 });
    length(violations, 'secret', value.secret, { max: 255 });
    length(violations, 'adminNote', value.adminNote, { max: 255 });
    length(violations, 'internal', value.internal, { max: 255 });
  }
}

function validateSpecimenLink(violations: ViolationList, path: string, value: unknown, context: ValidationContext): void {
  const { groups } = context;
  collection(violations, path, value, {
    fields: {
      url: {
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
      label: {
        check: (violations, path, member) => {
          type(violations, path, member, { type: 'string' });
        },
        optional: true,
      },
    },
  });
}
