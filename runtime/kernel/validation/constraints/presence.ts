import type { Subject } from '../../contract/records/validation.js';
import { VIOLATION_CODES } from '../../contract/records/violation-codes.js';
import { isPlainObject, readNumber } from './read-value.js';
import { report, type Report, type RuleOptions } from './report.js';

/**
 * Options of `notBlank`: whether null passes, and whether to trim white space.
 *
 * @example
 * const optional: NotBlankOptions = { allowNull: true, normalizer: 'trim' };
 */
export interface NotBlankOptions extends RuleOptions {
  readonly allowNull?: boolean;
  readonly normalizer?: 'trim';
}

/**
 * Options of `type`: a type name, or several of which one must match.
 *
 * @example
 * const texts: TypeOptions = { type: 'string' };
 */
export interface TypeOptions extends RuleOptions {
  readonly type: string | readonly string[];
}

/**
 * Requires a non-blank value: null, `""`, `[]`, `{}` and `false` are blank, `0` is not (components.md section
 * 6).
 *
 * @example
 * const validate: Validate = ({ title }, { violations }) =>
 *   notBlank({ violations, path: 'title', value: title });
 */
export function notBlank(subject: Subject, options: NotBlankOptions = {}): void {
  const { value } = subject;
  if (value === null && options.allowNull === true) return;
  const checked = typeof value === 'string' && options.normalizer === 'trim' ? value.trim() : value;
  if (!isBlank(checked)) return;
  report(subject, options, { message: 'This value should not be blank.', code: VIOLATION_CODES.notBlank });
}

/**
 * Requires null or `""` (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ website }, { violations }) =>
 *   blank({ violations, path: 'website', value: website });
 */
export const blank = createValueRule({
  message: 'This value should be blank.',
  code: '183ad2de-533d-4796-a439-6d3c3852b549',
  holds: (value) => isNothing(value) || value === '',
});

/**
 * Requires a value other than null (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ owner }, { violations }) =>
 *   notNull({ violations, path: 'owner', value: owner });
 */
export const notNull = createValueRule({
  message: 'This value should not be null.',
  code: VIOLATION_CODES.notNull,
  holds: (value) => !isNothing(value),
});

/**
 * Requires null (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ deletedAt }, { violations }) =>
 *   isNull({ violations, path: 'deletedAt', value: deletedAt });
 */
export const isNull = createValueRule({
  message: 'This value should be null.',
  code: '60d2f30b-8cfa-4372-b155-9656634de120',
  holds: isNothing,
});

/**
 * Requires `true`, `1` or `"1"`; null passes (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ acceptsTerms }, { violations }) =>
 *   isTrue({ violations, path: 'acceptsTerms', value: acceptsTerms });
 */
export const isTrue = createValueRule({
  message: 'This value should be true.',
  code: '2beabf1c-54c0-4882-a928-05249b26e23b',
  holds: (value) => isNothing(value) || value === true || value === 1 || value === '1',
});

/**
 * Requires `false`, `0` or `"0"`; null passes (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ isBlocked }, { violations }) =>
 *   isFalse({ violations, path: 'isBlocked', value: isBlocked });
 */
export const isFalse = createValueRule({
  message: 'This value should be false.',
  code: 'd53a91b0-def3-426a-83d7-269da7ab4200',
  holds: (value) => isNothing(value) || value === false || value === 0 || value === '0',
});

/**
 * Requires one of several types (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ seats }, { violations }) =>
 *   type({ violations, path: 'seats', value: seats }, { type: 'int' });
 */
export function type(subject: Subject, options: TypeOptions): void {
  const { value } = subject;
  if (isNothing(value)) return;
  const names = typeof options.type === 'string' ? [options.type] : [...(options.type ?? [])];
  if (names.some((name) => hasType(value, name))) return;
  report(subject, options, {
    message: 'This value should be of type {{ type }}.',
    code: VIOLATION_CODES.type,
    parameters: { type: names.join('|') },
  });
}

/** Creates a constraint from a predicate. */
function createValueRule({
  message,
  code,
  holds,
}: Pick<Report, 'message' | 'code'> & { readonly holds: (value: unknown) => boolean }) {
  return (subject: Subject, options: RuleOptions = {}): void => {
    if (!holds(subject.value)) report(subject, options, { message, code });
  };
}

function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Returns whether a value has a type. JSON has one number type, so `float` accepts integers. */
function hasType(value: unknown, name: string): boolean {
  switch (name) {
    case 'string':
      return typeof value === 'string';
    case 'int':
    case 'integer':
      return Number.isInteger(value);
    case 'float':
    case 'double':
    case 'number':
      return typeof value === 'number';
    case 'numeric':
      return !Number.isNaN(readNumber(value));
    case 'bool':
    case 'boolean':
      return typeof value === 'boolean';
    case 'scalar':
      return ['string', 'number', 'boolean'].includes(typeof value);
    case 'array':
    case 'list':
      return Array.isArray(value);
    case 'iterable':
      return Array.isArray(value) || isPlainObject(value);
    case 'object':
      return isPlainObject(value);
    case 'datetime':
      return value instanceof Date;
    default:
      return typeof value === 'string' && (CHARACTER_TYPES[name]?.test(value) ?? false);
  }
}

const CHARACTER_TYPES: Readonly<Record<string, RegExp>> = {
  alpha: /^[A-Za-z]+$/,
  alnum: /^[A-Za-z0-9]+$/,
  digit: /^[0-9]+$/,
  lower: /^[a-z]+$/,
  upper: /^[A-Z]+$/,
};

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}
