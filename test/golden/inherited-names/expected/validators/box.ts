// Generated from schemas/Box.json (79efdce6e4bf) by `cms generate`, which overwrites this file.
import {
  all,
  collection,
  length,
  notNull,
  type,
  type ValidationContext,
  type ViolationList,
} from 'cms-api-components';

/** Checks the rules of Box, field by field, then those of the whole. */
export function validateBox(value: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const { groups, violations } = context;
  if (Array.isArray(value.parts)) {
    all(violations, 'parts', value.parts, {
      each: (violations, path, entry) => {
        notNull(violations, path, entry);
        validateBoxPart(violations, path, entry, context);
      },
    });
  }
  validateBoxConstructor(violations, 'c', value.c, context);
  validateBoxToString(violations, 'd', value.d, context);
  validateBoxHasOwnProperty(violations, 'e', value.e, context);
  validateBoxProto(violations, 'f', value.f, context);
  validateBoxClass(violations, 'g', value.g, context);
  if (groups.has('Default')) {
    length(violations, 'class', value.class, { max: 255 });
  }
  validateBoxFunction(violations, 'default', value.default, context);
}

function validateBoxPart(violations: ViolationList, path: string, value: unknown, context: ValidationContext): void {
  const { groups } = context;
  collection(violations, path, value, {
    fields: {
      ['constructor' as string]: {
        check: (violations, path, member) => {
          if (groups.has('Default')) {
            notNull(violations, path, member);
          }
          type(violations, path, member, { type: 'string' });
          if (typeof member === 'string' && groups.has('Default')) {
            length(violations, path, member, { min: 2 });
          }
        },
      },
      ['toString' as string]: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'string' });
        },
        optional: true,
      },
      ['__proto__' as string]: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'int' });
        },
        optional: true,
      },
      ['hasOwnProperty' as string]: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'string' });
        },
        optional: true,
      },
      class: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'string' });
        },
        optional: true,
      },
      default: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'bool' });
        },
        optional: true,
      },
      ['valueOf' as string]: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          validateBoxPartValueOf(violations, path, member, context);
        },
        optional: true,
      },
    },
  });
}

function validateBoxProto(violations: ViolationList, path: string, value: unknown, _context: ValidationContext): void {
  collection(violations, path, value, {
    fields: {
      b: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'string' });
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
}

function validateBoxClass(violations: ViolationList, path: string, value: unknown, context: ValidationContext): void {
  type(violations, path, value, { type: 'array' });
  if (Array.isArray(value)) {
    all(violations, path, value, {
      each: (violations, path, entry) => {
        notNull(violations, path, entry);
        validateBoxClass(violations, path, entry, context);
      },
    });
  }
}

function validateBoxConstructor(violations: ViolationList, path: string, value: unknown, _context: ValidationContext): void {
  collection(violations, path, value, {
    fields: {
      a: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'string' });
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
}

function validateBoxFunction(violations: ViolationList, path: string, value: unknown, _context: ValidationContext): void {
  collection(violations, path, value, {
    fields: {
      return: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'string' });
        },
        optional: true,
      },
    },
  });
}

function validateBoxHasOwnProperty(violations: ViolationList, path: string, value: unknown, _context: ValidationContext): void {
  type(violations, path, value, { type: 'int' });
}

function validateBoxToString(violations: ViolationList, path: string, value: unknown, _context: ValidationContext): void {
  type(violations, path, value, { type: 'string' });
}

function validateBoxPartValueOf(violations: ViolationList, path: string, value: unknown, _context: ValidationContext): void {
  collection(violations, path, value, {
    fields: {
      ['constructor' as string]: {
        check: (violations, path, member) => {
          notNull(violations, path, member);
          type(violations, path, member, { type: 'int' });
        },
        optional: true,
      },
    },
    allowExtraFields: true,
  });
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (['constructor'].includes(key)) continue;
      notNull(violations, `${path}.${key}`, member);
      type(violations, `${path}.${key}`, member, { type: 'string' });
    }
  }
}
