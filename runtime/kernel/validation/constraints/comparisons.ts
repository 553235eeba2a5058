import { parseRelativeDate, startOfDay } from '../../util/dates/compared-date.js';
import type { Subject } from '../../contract/records/validation.js';
import { VIOLATION_CODES } from '../../contract/records/violation-codes.js';
import { comparableDecimal, formatDecimal, fractionOf } from '../../util/text/decimal.js';
import { formatValue, parameterOf, readInstant, readNumber } from './read-value.js';
import { report, type RuleOptions } from './report.js';
import { canonicalJson } from './canonical-json.js';

/**
 * Options of a comparison.
 *
 * @example
 * const notMore: ComparisonOptions = { value: 100, message: 'Book at most 100 seats.' };
 */
export interface ComparisonOptions extends RuleOptions {
  readonly value: unknown;
  /** Time that `now` and `today` in `value` refer to; without it they are plain text. */
  readonly now?: Date;
}

/**
 * Options of `range`; one bound may be omitted.
 *
 * @example
 * const seats: RangeOptions = { min: 1, max: 100 };
 */
export interface RangeOptions extends RuleOptions {
  readonly min?: number | string | Date;
  readonly max?: number | string | Date;
  /** Time that `now` and `today` in the bounds refer to. */
  readonly now?: Date;
  readonly minMessage?: string;
  readonly maxMessage?: string;
  readonly notInRangeMessage?: string;
  readonly invalidMessage?: string;
  readonly invalidDateTimeMessage?: string;
}

type Rule = (subject: Subject, options: ComparisonOptions) => void;
type ZeroRule = (subject: Subject, options?: RuleOptions) => void;

/**
 * Requires loose equality: `5` equals `"5"`, and dates are compared by instant (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ answer }, { violations }) =>
 *   equalTo({ violations, path: 'answer', value: answer }, { value: 42 });
 */
export const equalTo: Rule = comparison(
  isLooselyEqual,
  'This value should be equal to {{ compared_value }}.',
  '478618a7-95ba-473d-9101-cabd45e49115',
);

/**
 * Requires loose inequality, as defined by `equalTo`.
 *
 * @example
 * const validate: Validate = ({ answer }, { violations }) =>
 *   notEqualTo({ violations, path: 'answer', value: answer }, { value: 0 });
 */
export const notEqualTo: Rule = comparison(
  (value, compared) => !isLooselyEqual(value, compared),
  'This value should not be equal to {{ compared_value }}.',
  'aa2e33da-25c8-4d76-8c6c-812f02ea89dd',
);

/**
 * Requires equality of type and value (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ state }, { violations }) =>
 *   identicalTo({ violations, path: 'state', value: state }, { value: 'open' });
 */
export const identicalTo: Rule = comparison(
  isIdentical,
  'This value should be identical to {{ compared_value_type }} {{ compared_value }}.',
  '2a8cc50f-58a2-4536-875e-060a2ce69ed5',
);

/**
 * Requires a different type or value.
 *
 * @example
 * const validate: Validate = ({ state }, { violations }) =>
 *   notIdenticalTo({ violations, path: 'state', value: state }, { value: 'closed' });
 */
export const notIdenticalTo: Rule = comparison(
  (value, compared) => !isIdentical(value, compared),
  'This value should not be identical to {{ compared_value_type }} {{ compared_value }}.',
  '4aaac518-0dda-4129-a6d9-e216b9b454a0',
);

const LESS = '079d7420-2d13-460c-8756-de810eeb37d2';
const LESS_OR_EQUAL = '30fbb013-d015-4232-8b3b-8f3be97a7e14';
const GREATER = '778b7ae0-84d3-481a-9dec-35fdb64b1d78';
const GREATER_OR_EQUAL = 'ea4e51d1-3342-48bd-87f1-9e672cd90cad';

const isLess = (value: unknown, compared: unknown): boolean => order(value, compared) < 0;
const isLessOrEqual = (value: unknown, compared: unknown): boolean => order(value, compared) <= 0;
const isGreater = (value: unknown, compared: unknown): boolean => order(value, compared) > 0;
const isGreaterOrEqual = (value: unknown, compared: unknown): boolean => order(value, compared) >= 0;

/**
 * Requires a smaller number or an earlier date (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ seats }, { violations }) =>
 *   lessThan({ violations, path: 'seats', value: seats }, { value: 100 });
 */
export const lessThan: Rule = comparison(
  isLess,
  'This value should be less than {{ compared_value }}.',
  LESS,
);
/**
 * Requires a number or date that is not greater or later.
 *
 * @example
 * const validate: Validate = ({ seats }, { violations }) =>
 *   lessThanOrEqual({ violations, path: 'seats', value: seats }, { value: 100 });
 */
export const lessThanOrEqual: Rule = comparison(
  isLessOrEqual,
  'This value should be less than or equal to {{ compared_value }}.',
  LESS_OR_EQUAL,
);
/**
 * Requires a greater number or a later date.
 *
 * @example
 * const validate: Validate = ({ seats }, { violations }) =>
 *   greaterThan({ violations, path: 'seats', value: seats }, { value: 0 });
 */
export const greaterThan: Rule = comparison(
  isGreater,
  'This value should be greater than {{ compared_value }}.',
  GREATER,
);
/**
 * Requires a number or date that is not smaller or earlier.
 *
 * @example
 * const validate: Validate = ({ seats }, { violations }) =>
 *   greaterThanOrEqual({ violations, path: 'seats', value: seats }, { value: 1 });
 */
export const greaterThanOrEqual: Rule = comparison(
  isGreaterOrEqual,
  'This value should be greater than or equal to {{ compared_value }}.',
  GREATER_OR_EQUAL,
);

/**
 * Requires a number below zero.
 *
 * @example
 * const validate: Validate = ({ balance }, { violations }) =>
 *   negative({ violations, path: 'balance', value: balance });
 */
export const negative: ZeroRule = withZero(isLess, 'This value should be negative.', LESS);
/**
 * Requires a number that is not above zero.
 *
 * @example
 * const validate: Validate = ({ balance }, { violations }) =>
 *   negativeOrZero({ violations, path: 'balance', value: balance });
 */
export const negativeOrZero: ZeroRule = withZero(
  isLessOrEqual,
  'This value should be either negative or zero.',
  LESS_OR_EQUAL,
);
/**
 * Requires a number above zero.
 *
 * @example
 * const validate: Validate = ({ seats }, { violations }) =>
 *   positive({ violations, path: 'seats', value: seats });
 */
export const positive: ZeroRule = withZero(isGreater, 'This value should be positive.', GREATER);
/**
 * Requires a number that is not below zero.
 *
 * @example
 * const validate: Validate = ({ seats }, { violations }) =>
 *   positiveOrZero({ violations, path: 'seats', value: seats });
 */
export const positiveOrZero: ZeroRule = withZero(
  isGreaterOrEqual,
  'This value should be either positive or zero.',
  GREATER_OR_EQUAL,
);

/**
 * Requires a multiple of a number; decimals are compared exactly (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ seats }, { violations }) =>
 *   divisibleBy({ violations, path: 'seats', value: seats }, { value: 2 });
 */
export const divisibleBy: Rule = comparison(
  isMultiple,
  'This value should be a multiple of {{ compared_value }}.',
  '6d99d6c3-1464-4ccf-bdc7-14d083cf455c',
);

/**
 * Requires a value within bounds: numbers and numeric text with numbers, date-times and their text with
 * date-times.
 *
 * @example
 * const validate: Validate = ({ seats }, { violations }) =>
 *   range({ violations, path: 'seats', value: seats }, { min: 1, max: 100 });
 */
export function range(subject: Subject, options: RangeOptions): void {
  const { value } = subject;
  if (value === null || value === undefined) return;
  const min = comparedWith(options.min, value, options.now);
  const max = comparedWith(options.max, value, options.now);
  const isTemporal = value instanceof Date || isDateLimit(min) || isDateLimit(max);
  const read = isTemporal ? readInstant : readNumber;
  const comparable = read(value);
  if (Number.isNaN(comparable)) {
    report(
      subject,
      { payload: options.payload },
      {
        message: isTemporal
          ? (options.invalidDateTimeMessage ?? 'This value should be a valid datetime.')
          : (options.invalidMessage ?? 'This value should be a valid number.'),
        code: VIOLATION_CODES.number,
        parameters: { value: formatValue(value) },
      },
    );
    return;
  }
  const isLow = min !== undefined && comparable < read(min);
  const isHigh = max !== undefined && comparable > read(max);
  if (isLow || isHigh) reportRange(subject, options, { min, max, isTemporal });
}

interface Bounds {
  readonly min: unknown;
  readonly max: unknown;
  readonly isTemporal: boolean;
}

function reportRange(subject: Subject, options: RangeOptions, { min, max, isTemporal }: Bounds): void {
  const print = (limit: unknown): string | Date =>
    isTemporal ? new Date(readInstant(limit)) : String(limit);
  const { payload } = options;
  if (min !== undefined && max !== undefined) {
    report(
      subject,
      { payload },
      {
        message:
          options.notInRangeMessage ??
          options.message ??
          'This value should be between {{ min }} and {{ max }}.',
        code: VIOLATION_CODES.range,
        parameters: { min: print(min), max: print(max) },
      },
    );
    return;
  }
  const isLow = min !== undefined;
  const fallback = isLow
    ? 'This value should be {{ limit }} or more.'
    : 'This value should be {{ limit }} or less.';
  report(
    subject,
    { payload },
    {
      message: (isLow ? options.minMessage : options.maxMessage) ?? options.message ?? fallback,
      code: isLow ? '76454e69-502c-46c5-9643-f447d837c4d5' : '2d28afcb-e32e-45fb-a815-01c431a86a69',
      parameters: { limit: print(min ?? max) },
    },
  );
}

function comparison(
  holds: (value: unknown, compared: unknown) => boolean,
  message: string,
  code: string,
): Rule {
  return (subject, options) => {
    const { value } = subject;
    const limit = comparedWith(options.value, value, options.now);
    if (value === null || value === undefined || holds(value, limit)) return;
    const compared = isDate(value) ? asDate(limit) : limit;
    report(subject, options, {
      message: message,
      code,
      parameters: {
        value: parameterOf(value),
        compared_value: parameterOf(compared),
        compared_value_type: typeName(compared),
      },
    });
  };
}

function withZero(
  holds: (value: unknown, compared: unknown) => boolean,
  message: string,
  code: string,
): ZeroRule {
  const rule = comparison(holds, message, code);
  return (subject, options = {}) => rule(subject, { ...options, value: 0 });
}

/**
 * Compares two values: negative, zero or positive; NaN if they cannot be ordered, so that no comparison
 * holds.
 */
function order(value: unknown, compared: unknown): number {
  if (value instanceof Date || compared instanceof Date) return readInstant(value) - readInstant(compared);
  const difference = readNumber(value) - readNumber(compared);
  if (!Number.isNaN(difference)) return difference;
  if (typeof value !== 'string' || typeof compared !== 'string') return NaN;
  return value < compared ? -1 : value > compared ? 1 : 0;
}

function isLooselyEqual(value: unknown, compared: unknown): boolean {
  if (typeof value === 'boolean' || typeof compared === 'boolean')
    return Boolean(value) === Boolean(compared);
  return order(value, compared) === 0 || canonicalJson(value) === canonicalJson(compared);
}

function isIdentical(value: unknown, compared: unknown): boolean {
  if (value instanceof Date) return value.getTime() === readInstant(compared);
  return canonicalJson(value) === canonicalJson(compared);
}

/** Checks divisibility. Binary fractions are inexact, so remainders within a rounding error are ignored. */
function isMultiple(value: unknown, divisor: unknown): boolean {
  if (typeof value === 'string') return isExactMultiple(value, String(divisor));
  const quotient = readNumber(value) / readNumber(divisor);
  return (
    Number.isFinite(quotient) &&
    Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient))
  );
}

/** Checks divisibility of a decimal text, which is exact. */
function isExactMultiple(value: string, divisor: string): boolean {
  const [one, other] = [comparableDecimal(value), comparableDecimal(divisor)];
  if (one === undefined || other === undefined) return false;
  const scale = Math.max(fractionOf(one), fractionOf(other));
  const [units, step] = [one, other].map((text) => BigInt(formatDecimal(text, scale).replace('.', '')));
  return units !== undefined && step !== undefined && step !== 0n && units % step === 0n;
}

function isDateLimit(limit: unknown): boolean {
  return limit instanceof Date || (typeof limit === 'string' && Number.isNaN(readNumber(limit)));
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_AND_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** Returns whether a value is a date-time, or a date as text. */
function isDate(value: unknown): boolean {
  return value instanceof Date || (typeof value === 'string' && DAY.test(value));
}

/** Resolves a limit: for dates and date-times, `today+7d` is a date. A date is compared with a date. */
function comparedWith(limit: unknown, value: unknown, now: Date | undefined): unknown {
  if (typeof limit !== 'string' || now === undefined) return limit;
  const isDay = typeof value === 'string' && DAY.test(value);
  const isMoment = value instanceof Date || (typeof value === 'string' && DAY_AND_TIME.test(value));
  const date = isDay || isMoment ? parseRelativeDate(limit, now) : undefined;
  if (date === undefined) return limit;
  return isDay ? startOfDay(date) : date;
}

function asDate(value: unknown): unknown {
  const time = readInstant(value);
  return Number.isNaN(time) ? value : new Date(time);
}

function typeName(value: unknown): string {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
