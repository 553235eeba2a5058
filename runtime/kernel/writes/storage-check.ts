import type { FieldDescriptor, ScalarField } from '../contract/schema/resource.js';
import type { Violation, ViolationList } from '../contract/records/validation.js';
import { VIOLATION_CODES } from '../contract/records/violation-codes.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { messageOf } from '../util/text/message-text.js';
import { TIME_OF_DAY } from '../contract/schema/time-of-day.js';
import { isCalendarDay } from '../util/dates/parse-date-time.js';
import { isLongerThan } from '../util/text/code-points.js';
import { isUuid } from '../util/is-uuid.js';

const NOT_NULL = { message: 'This value should not be null.', code: VIOLATION_CODES.notNull };
const INTEGER_LIMIT = 2_147_483_647;

/**
 * Final check before a write: reports values that a column cannot hold, so that they do not cause database
 * errors. Fields with violations are skipped.
 */
export function checkStorage(
  resource: Pick<RegisteredResource, 'fields'>,
  values: Readonly<Record<string, unknown>>,
  violations: ViolationList,
): void {
  const reported = new Set(violations.items.map(({ propertyPath }) => propertyPath));
  for (const field of resource.fields) {
    if (reported.has(field.name)) continue;
    const problem = storageProblem(field, values[field.name]);
    if (problem !== undefined) violations.add({ propertyPath: field.name, ...problem });
  }
}

type Problem = Omit<Violation, 'propertyPath'>;

function storageProblem(field: FieldDescriptor, value: unknown): Problem | undefined {
  if (field.kind !== 'scalar' && field.kind !== 'to-one') return undefined;
  if (value == null) return field.nullable || isServerSet(field) ? undefined : NOT_NULL;
  return field.kind === 'scalar' ? scalarProblem(field, value) : undefined;
}

/** Returns whether the server sets a field, such as a timestamp, after validation. */
function isServerSet({ writable }: FieldDescriptor): boolean {
  return !writable;
}

/** Returns the maximum characters of a string column. */
export const lengthOf = ({ length = 255 }: Pick<ScalarField, 'length'>): number => length;

export const tooLong = (limit: number): Problem => ({
  ...messageOf('This value is too long. It should have {{ limit }} characters or less.', {
    parameters: { limit: String(limit) },
  }),
  code: VIOLATION_CODES.tooLong,
});

const notBetween = (limit: string): Problem => ({
  ...messageOf('This value should be between {{ min }} and {{ max }}.', {
    parameters: { min: `-${limit}`, max: limit },
  }),
  code: VIOLATION_CODES.range,
});

function scalarProblem(field: ScalarField, value: unknown): Problem | undefined {
  switch (field.type) {
    case 'string': {
      const limit = lengthOf(field);
      return typeof value === 'string' && isLongerThan(value, limit) ? tooLong(limit) : undefined;
    }
    case 'integer':
      if (typeof value === 'number' && Math.abs(value) <= INTEGER_LIMIT) return undefined;
      return notBetween(String(INTEGER_LIMIT));
    case 'decimal':
      return decimalProblem(field, String(value));
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value)
        ? undefined
        : { message: 'This value is not a valid date.', code: VIOLATION_CODES.date };
    case 'time':
      return typeof value === 'string' && TIME_OF_DAY.test(value)
        ? undefined
        : { message: 'This value is not a valid time.', code: VIOLATION_CODES.time };
    case 'uuid':
      return isUuid(value)
        ? undefined
        : { message: 'This value is not a valid UUID.', code: VIOLATION_CODES.uuid };
    case 'text':
    case 'float':
    case 'boolean':
    case 'datetime':
    case 'json':
      return undefined;
  }
}

/** Default digits of SQL's `decimal(precision, scale)`. */
const DEFAULT_PRECISION = 10;

function decimalProblem(
  { precision = DEFAULT_PRECISION, scale = 0 }: ScalarField,
  text: string,
): Problem | undefined {
  const whole = /^-?(\d+)(?:\.\d+)?$/.exec(text)?.[1];
  if (whole === undefined) {
    return { message: 'This value should be a valid number.', code: VIOLATION_CODES.number };
  }
  const digits = precision - scale;
  if (whole.replace(/^0+/, '').length <= digits) return undefined;
  const limit = `${'9'.repeat(digits)}${scale === 0 ? '' : `.${'9'.repeat(scale)}`}`;
  return notBetween(limit);
}
