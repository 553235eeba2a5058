// Generated from schemas/Concert.json (ca1145128727) by `cms generate`, which overwrites this file.
import {
  all,
  choice,
  collection,
  count,
  date,
  dateTime,
  email,
  expression,
  length,
  notBlank,
  notNull,
  parseExpression,
  range,
  type Subject,
  type,
  url,
  type ValidationContext,
  type Violation,
  type ViolationList,
} from 'cms-api-components';

const concertRule = parseExpression('value != null');

const concertRule2 = parseExpression("this.notes != 'it\\'s' or is_granted('ROLE_ADMIN')");

/** Validates the constraints of Concert. */
export function validateConcert(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations, now, user, isGranted } = context;
  if (groups.has('Default')) {
    length({ violations, path: 'headline', value: value.headline }, { max: 120 });
    dateTime({ violations, path: 'startsAt', value: value.startsAt });
    length({ violations, path: 'genre', value: value.genre }, { max: 255 });
    choice(
      { violations, path: 'genre', value: value.genre },
      { choices: ["rock'n'roll", 'a "b"', '`${c}`', '*/', '\u2028'] },
    );
    length({ violations, path: 'notes', value: value.notes }, { max: 255 });
    date({ violations, path: 'salesEnd', value: value.salesEnd });
    range(
      { violations, path: 'salesEnd', value: value.salesEnd },
      { min: 'today', max: 'today+1y', now: now },
    );
    count({ violations, path: 'tickets', value: value.tickets }, { max: 20 });
  }
  if (groups.has('Concert:published')) {
    notBlank(
      { violations, path: 'notes', value: value.notes },
      { message: "Don't leave `${this}` */ empty \u2029" },
    );
    all({ violations, path: 'tickets', value: value.tickets }, {
      each: ({ violations, path, value: entry }) => {
        type({ violations, path, value: entry }, { type: 'object' });
        if (groups.has('Concert:listed')) {
          expression(
            { violations, path: `${path}.name`, value: entry },
            { this: value, object: value, user, isGranted },
            { rule: concertRule },
          );
        }
      },
    });
  }
  if (groups.has('Default')) {
    length(
      { violations, path: 'notes', value: value.notes },
      { min: 2, minMessage: 'Too short: {{ limit }}' },
    );
  }
  if (Array.isArray(value.tickets)) {
    all({ violations, path: 'tickets', value: value.tickets }, {
      each: ({ violations, path, value: entry }) => {
        notNull({ violations, path, value: entry });
        validateConcertTicketsEntry({ violations, path, value: entry }, context);
      },
    });
  }
  validateConcertSettings({ violations, path: 'settings', value: value.settings }, context);
  validateConcertContact({ violations, path: 'contact', value: value.contact }, context);
  if (Array.isArray(value.either)) {
    all({ violations, path: 'either', value: value.either }, {
      each: ({ violations, path, value: entry }) => {
        let isAccepted = false;
        isAccepted ||= passes((violations) => {
          notNull({ violations, path, value: entry });
          type({ violations, path, value: entry }, { type: 'string' });
        });
        isAccepted ||= passes((violations) => {
          notNull({ violations, path, value: entry });
          validateConcertEitherEntry({ violations, path, value: entry }, context);
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
      { violations, path: 'notes', value },
      { this: value, object: value, user, isGranted },
      { rule: concertRule2, message: 'No `${way}` */' },
    );
  }
}

function validateConcertTicketsEntry({ violations, path, value }: Subject, context: ValidationContext): void {
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
      tags: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'array' });
          if (Array.isArray(member)) {
            all({ violations, path, value: member }, {
              each: ({ violations, path, value: entry }) => {
                notNull({ violations, path, value: entry });
                type({ violations, path, value: entry }, { type: 'string' });
                if (typeof entry === 'string' && groups.has('Default')) {
                  length({ violations, path, value: entry }, { max: 20 });
                }
              },
            });
          }
        },
        optional: true,
      },
      seat: {
        check: ({ violations, path, value: member }) => {
          validateConcertTicketsEntrySeat({ violations, path, value: member }, context);
        },
        optional: true,
      },
    },
  });
}

function validateConcertSettings({ violations, path, value }: Subject, _context: ValidationContext): void {
  type({ violations, path, value }, { type: 'object' });
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      notNull({ violations, path: `${path}.${key}`, value: member });
      type({ violations, path: `${path}.${key}`, value: member }, { type: 'int' });
    }
  }
}

function validateConcertContact({ violations, path, value }: Subject, context: ValidationContext): void {
  const { groups } = context;
  collection({ violations, path, value }, {
    fields: {
      email: {
        check: ({ violations, path, value: member }) => {
          type({ violations, path, value: member }, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            email({ violations, path, value: member });
          }
        },
        optional: true,
      },
      'content-type': {
        check: ({ violations, path, value: member }) => {
          type({ violations, path, value: member }, { type: 'string' });
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
}

function validateConcertEitherEntry({ violations, path, value }: Subject, context: ValidationContext): void {
  const { groups } = context;
  collection({ violations, path, value }, {
    fields: {
      url: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            url({ violations, path, value: member });
          }
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
}

function validateConcertTicketsEntrySeat({ violations, path, value }: Subject, context: ValidationContext): void {
  const { groups } = context;
  collection({ violations, path, value }, {
    fields: {
      row: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'int' });
          if (Number.isInteger(member) && groups.has('Default')) {
            range({ violations, path, value: member }, { min: 1 });
          }
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
}

/** Returns whether a check finds no violation. */
function passes(check: (violations: ViolationList) => void): boolean {
  const items: Violation[] = [];
  check({ items, add: (violation) => void items.push(violation) });
  return items.length === 0;
}
