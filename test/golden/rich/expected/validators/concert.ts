// Generated from schemas/Concert.json (880afca4314e) by `cms generate`, which overwrites this file.
import {
  all,
  choice,
  collection,
  count,
  dateTime,
  email,
  expression,
  length,
  notBlank,
  notNull,
  parseExpression,
  range,
  type,
  url,
  type ValidationContext,
  type Violation,
  type ViolationList,
} from 'cms-api-components';

const concertRule = parseExpression("this.notes != 'it\\'s' or is_granted('ROLE_ADMIN')");

/** Checks the rules of Concert, field by field, then those of the whole. */
export function validateConcert(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations, user, isGranted } = context;
  if (groups.has('Default')) {
    length(violations, 'headline', value.headline, { max: 120 });
    dateTime(violations, 'startsAt', value.startsAt);
    length(violations, 'genre', value.genre, { max: 255 });
    choice(violations, 'genre', value.genre, { choices: ["rock'n'roll", 'a "b"', '`${c}`', '*/', '\u2028'] });
    length(violations, 'notes', value.notes, { max: 255 });
  }
  if (groups.has('Concert:published')) {
    notBlank(violations, 'notes', value.notes, { message: "Don't leave `${this}` */ empty \u2029" });
  }
  if (groups.has('Default')) {
    length(violations, 'notes', value.notes, { min: 2, minMessage: 'Too short: {{ limit }}' });
    count(violations, 'tickets', value.tickets, { max: 20 });
  }
  if (Array.isArray(value.tickets)) {
    all(violations, 'tickets', value.tickets, {
      each: (violations, path, entry) => {
        notNull(violations, path, entry);
        validateConcertTicketsEntry(violations, path, entry, context);
      },
    });
  }
  validateConcertSettings(violations, 'settings', value.settings, context);
  validateConcertContact(violations, 'contact', value.contact, context);
  if (Array.isArray(value.either)) {
    all(violations, 'either', value.either, {
      each: (violations, path, entry) => {
        let isAccepted = false;
        isAccepted ||= passes((violations) => {
          notNull(violations, path, entry);
          type(violations, path, entry, { type: 'string' });
        });
        isAccepted ||= passes((violations) => {
          notNull(violations, path, entry);
          validateConcertEitherEntry(violations, path, entry, context);
        });
        if (!isAccepted) {
          violations.add({
            propertyPath: path,
            message: 'This value is not valid.',
            code: 'f27e6d6c-261a-4056-b391-6673a623531c',
          });
        }
      },
    });
  }
  if (groups.has('Default')) {
    expression(
      violations,
      'notes',
      concertRule,
      { this: value, value, object: value, user, isGranted },
      { message: 'No `${way}` */' },
    );
  }
}

function validateConcertTicketsEntry(violations: ViolationList, path: string, value: unknown, context: ValidationContext): void {
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
      tags: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'array' });
          if (Array.isArray(member)) {
            all(violations, path, member, {
              each: (violations, path, entry) => {
                notNull(violations, path, entry);
                type(violations, path, entry, { type: 'string' });
                if (typeof entry === 'string' && groups.has('Default')) {
                  length(violations, path, entry, { max: 20 });
                }
              },
            });
          }
        },
        optional: true,
      },
      seat: {
        check: (violations, path, member) => {
          validateConcertTicketsEntrySeat(violations, path, member, context);
        },
        optional: true,
      },
    },
  });
}

function validateConcertSettings(violations: ViolationList, path: string, value: unknown, _context: ValidationContext): void {
  type(violations, path, value, { type: 'object' });
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      notNull(violations, `${path}.${key}`, member);
      type(violations, `${path}.${key}`, member, { type: 'int' });
    }
  }
}

function validateConcertContact(violations: ViolationList, path: string, value: unknown, context: ValidationContext): void {
  const { groups } = context;
  collection(violations, path, value, {
    fields: {
      email: {
        check: (violations, path, member) => {
          type(violations, path, member, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            email(violations, path, member);
          }
        },
        optional: true,
      },
      'content-type': {
        check: (violations, path, member) => {
          type(violations, path, member, { type: 'string' });
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
}

function validateConcertEitherEntry(violations: ViolationList, path: string, value: unknown, context: ValidationContext): void {
  const { groups } = context;
  collection(violations, path, value, {
    fields: {
      url: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            url(violations, path, member);
          }
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
}

function validateConcertTicketsEntrySeat(violations: ViolationList, path: string, value: unknown, context: ValidationContext): void {
  const { groups } = context;
  collection(violations, path, value, {
    fields: {
      row: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'int' });
          if (Number.isInteger(member) && groups.has('Default')) {
            range(violations, path, member, { min: 1 });
          }
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
}

/** Whether a check finds nothing. */
function passes(check: (violations: ViolationList) => void): boolean {
  const items: Violation[] = [];
  check({ items, add: (violation) => void items.push(violation) });
  return items.length === 0;
}
