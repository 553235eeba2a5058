import type { FieldDescriptor, ScalarField } from '../contract/resource.js';
import type { ViolationList } from '../contract/validation.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { isCalendarDay } from '../serializer/date-time.js';

const NOT_NULL = { message: 'This value should not be null.', code: 'ad32d13f-c3d4-423b-909a-857b961eb720' };
const TOO_LONG_CODE = 'd94b19cc-114f-4f44-9cc4-4138e80a87b9';
const RANGE_CODE = '04b91c99-a946-4221-afc5-e65ebac401eb';
const INTEGER_LIMIT = 2_147_483_647;

/**
 * The last check before a write: whatever the rules of a type allow, a value that its column cannot hold is a
 * violation and never a database error. Members that already have a violation are left alone.
 */
export function checkStorage(
  resource: RegisteredResource,
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

type Problem = { readonly message: string; readonly code: string };

function storageProblem(field: FieldDescriptor, value: unknown): Problem | undefined {
  if (field.kind !== 'scalar' && field.kind !== 'to-one') return undefined;
  if (value == null) return field.nullable || isServerSet(field) ? undefined : NOT_NULL;
  return field.kind === 'scalar' ? scalarProblem(field, value) : undefined;
}

/** Time stamps and the like are filled in after validation. */
function isServerSet({ writable }: FieldDescriptor): boolean {
  return !writable;
}

function scalarProblem(field: ScalarField, value: unknown): Problem | undefined {
  switch (field.type) {
    case 'string': {
      const limit = field.length ?? 255;
      if (typeof value !== 'string' || [...value].length <= limit) return undefined;
      return {
        message: `This value is too long. It should have ${limit} characters or less.`,
        code: TOO_LONG_CODE,
      };
    }
    case 'integer':
      if (typeof value === 'number' && Math.abs(value) <= INTEGER_LIMIT) return undefined;
      return {
        message: `This value should be between -${INTEGER_LIMIT} and ${INTEGER_LIMIT}.`,
        code: RANGE_CODE,
      };
    case 'decimal':
      return decimalProblem(field, String(value));
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value)
        ? undefined
        : { message: 'This value is not a valid date.', code: '69819696-02ac-4a99-9ff0-14e127c4d1bc' };
    case 'time':
      return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value)
        ? undefined
        : { message: 'This value is not a valid time.', code: '9d27b2bb-f755-4fbf-b725-39b1edbdebdf' };
    case 'uuid':
      return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
        ? undefined
        : { message: 'This value is not a valid UUID.', code: '51120b12-a2bc-41bf-aa53-cd73daf330d0' };
    case 'text':
    case 'float':
    case 'boolean':
    case 'datetime':
    case 'json':
      return undefined;
  }
}

/** The digits of SQL's `decimal(precision, scale)`; ten where a type does not say. */
const DEFAULT_PRECISION = 10;

function decimalProblem(
  { precision = DEFAULT_PRECISION, scale = 0 }: ScalarField,
  text: string,
): Problem | undefined {
  const whole = /^-?(\d+)(?:\.\d+)?$/.exec(text)?.[1];
  if (whole === undefined) {
    return { message: 'This value should be a valid number.', code: 'ad9a9798-7a99-4df7-8ce9-46e416a1e60b' };
  }
  const digits = precision - scale;
  if (whole.replace(/^0+/, '').length <= digits) return undefined;
  const limit = `${'9'.repeat(digits)}${scale === 0 ? '' : `.${'9'.repeat(scale)}`}`;
  return { message: `This value should be between -${limit} and ${limit}.`, code: RANGE_CODE };
}
