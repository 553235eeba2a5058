import type { Subject } from '../../contract/validation.js';
import { VIOLATION_CODES } from '../../contract/violation-codes.js';
import { isPlainObject, readNumber } from './read-value.js';
import { report, type RuleOptions } from './report.js';

/** Options of `notBlank`: whether null passes, and whether white space counts. */
export interface NotBlankOptions extends RuleOptions {
  readonly allowNull?: boolean;
  readonly normalizer?: 'trim';
}

/** Options of `type`: the name of a type, or several of which one has to fit. */
export interface TypeOptions extends RuleOptions {
  readonly type: string | readonly string[];
}

/** The value is not blank: null, `""`, `[]`, `{}` and `false` are blank, `0` is not (components.md section 6). */
export function notBlank(subject: Subject, options: NotBlankOptions = {}): void {
  const { value } = subject;
  if (value === null && options.allowNull === true) return;
  const checked = typeof value === 'string' && options.normalizer === 'trim' ? value.trim() : value;
  if (!isBlank(checked)) return;
  report(subject, {
    code: VIOLATION_CODES.notBlank,
    ...withDefault(options, 'This value should not be blank.'),
  });
}

/** The value is null or `""` (components.md section 6). */
export function blank(subject: Subject, options: RuleOptions = {}): void {
  const { value } = subject;
  if (value === null || value === undefined || value === '') return;
  report(subject, {
    code: '183ad2de-533d-4796-a439-6d3c3852b549',
    ...withDefault(options, 'This value should be blank.'),
  });
}

/** The value is there (components.md section 6). */
export function notNull(subject: Subject, options: RuleOptions = {}): void {
  const { value } = subject;
  if (value !== null && value !== undefined) return;
  report(subject, {
    code: VIOLATION_CODES.notNull,
    ...withDefault(options, 'This value should not be null.'),
  });
}

/** The value is null (components.md section 6). */
export function isNull(subject: Subject, options: RuleOptions = {}): void {
  const { value } = subject;
  if (value === null || value === undefined) return;
  report(subject, {
    code: '60d2f30b-8cfa-4372-b155-9656634de120',
    ...withDefault(options, 'This value should be null.'),
  });
}

/** The value is `true`, `1` or `"1"`; null passes (components.md section 6). */
export function isTrue(subject: Subject, options: RuleOptions = {}): void {
  const { value } = subject;
  if (value === null || value === undefined || value === true || value === 1 || value === '1') return;
  report(subject, {
    code: '2beabf1c-54c0-4882-a928-05249b26e23b',
    ...withDefault(options, 'This value should be true.'),
  });
}

/** The value is `false`, `0` or `"0"`; null passes (components.md section 6). */
export function isFalse(subject: Subject, options: RuleOptions = {}): void {
  const { value } = subject;
  if (value === null || value === undefined || value === false || value === 0 || value === '0') return;
  report(subject, {
    code: 'd53a91b0-def3-426a-83d7-269da7ab4200',
    ...withDefault(options, 'This value should be false.'),
  });
}

/** The value is of a type, or of one of several (components.md section 6). */
export function type(subject: Subject, options: TypeOptions): void {
  const { value } = subject;
  if (value === null || value === undefined) return;
  const names = typeof options.type === 'string' ? [options.type] : [...(options.type ?? [])];
  if (names.some((name) => hasType(value, name))) return;
  report(subject, {
    code: VIOLATION_CODES.type,
    parameters: { type: names.join('|') },
    ...withDefault(options, 'This value should be of type {{ type }}.'),
  });
}

/** JSON has one kind of number, so `float` takes whole numbers too. */
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

function withDefault(options: RuleOptions, message: string): { message: string; payload: unknown } {
  return { message: options.message ?? message, payload: options.payload };
}
