// Generated from schemas/Box.json (1cc45318b004) by `cms generate`, which overwrites this file.
import {
  all,
  collection,
  length,
  notNull,
  type Subject,
  type,
  type ValidationContext,
} from 'cms-api-components';

/** Validates the constraints of Box. */
export function validateBox(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (Array.isArray(value.parts)) {
    all({ violations, path: 'parts', value: value.parts }, {
      each: ({ violations, path, value: entry }) => {
        notNull({ violations, path, value: entry });
        validateBoxPart({ violations, path, value: entry }, context);
      },
    });
  }
  validateBoxConstructor({ violations, path: 'c', value: value.c }, context);
  validateBoxToString({ violations, path: 'd', value: value.d }, context);
  validateBoxHasOwnProperty({ violations, path: 'e', value: value.e }, context);
  validateBoxProto({ violations, path: 'f', value: value.f }, context);
  validateBoxClass({ violations, path: 'g', value: value.g }, context);
  if (groups.has('Default')) {
    length({ violations, path: 'class', value: value.class }, { max: 255 });
  }
  validateBoxFunction({ violations, path: 'default', value: value.default }, context);
}

function validateBoxPart({ violations, path, value }: Subject, context: ValidationContext): void {
  const { groups } = context;
  collection({ violations, path, value }, {
    fields: {
      ['constructor' as string]: {
        check: ({ violations, path, value: member }) => {
          if (groups.has('Default')) {
            notNull({ violations, path, value: member });
          }
          type({ violations, path, value: member }, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            length({ violations, path, value: member }, { min: 2 });
          }
        },
      },
      ['toString' as string]: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'string' });
        },
        optional: true,
      },
      ['__proto__' as string]: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'int' });
        },
        optional: true,
      },
      ['hasOwnProperty' as string]: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'string' });
        },
        optional: true,
      },
      class: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'string' });
        },
        optional: true,
      },
      default: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'bool' });
        },
        optional: true,
      },
      ['valueOf' as string]: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          validateBoxPartValueOf({ violations, path, value: member }, context);
        },
        optional: true,
      },
    },
  });
}

function validateBoxProto({ violations, path, value }: Subject, _context: ValidationContext): void {
  collection({ violations, path, value }, {
    fields: {
      b: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'string' });
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
}

function validateBoxClass({ violations, path, value }: Subject, context: ValidationContext): void {
  type({ violations, path, value }, { type: 'array' });
  if (Array.isArray(value)) {
    all({ violations, path, value }, {
      each: ({ violations, path, value: entry }) => {
        notNull({ violations, path, value: entry });
        validateBoxClass({ violations, path, value: entry }, context);
      },
    });
  }
}

function validateBoxConstructor({ violations, path, value }: Subject, _context: ValidationContext): void {
  collection({ violations, path, value }, {
    fields: {
      a: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'string' });
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
}

function validateBoxFunction({ violations, path, value }: Subject, _context: ValidationContext): void {
  collection({ violations, path, value }, {
    fields: {
      return: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'string' });
        },
        optional: true,
      },
    },
  });
}

function validateBoxHasOwnProperty({ violations, path, value }: Subject, _context: ValidationContext): void {
  type({ violations, path, value }, { type: 'int' });
}

function validateBoxToString({ violations, path, value }: Subject, _context: ValidationContext): void {
  type({ violations, path, value }, { type: 'string' });
}

function validateBoxPartValueOf({ violations, path, value }: Subject, _context: ValidationContext): void {
  collection({ violations, path, value }, {
    fields: {
      ['constructor' as string]: {
        check: ({ violations, path, value: member }) => {
          notNull({ violations, path, value: member });
          type({ violations, path, value: member }, { type: 'int' });
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (['constructor'].includes(key)) continue;
      notNull({ violations, path: `${path}.${key}`, value: member });
      type({ violations, path: `${path}.${key}`, value: member }, { type: 'string' });
    }
  }
}
