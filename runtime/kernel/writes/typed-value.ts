import type { RequestContext } from '../contract/context.js';
import { isOfType } from '../validation/json-type.js';
import type { JsonValue } from '../contract/json.js';
import type { ScalarField } from '../contract/schema/resource.js';
import type { ViolationList } from '../contract/records/validation.js';
import { VIOLATION_CODES } from '../contract/records/violation-codes.js';
import { wrongType } from '../validation/wrong-type.js';
import { messageOf } from '../util/text/message-text.js';
import { lengthOf, tooLong } from './storage-check.js';
import { composed } from '../util/composed.js';
import { decimalText, digitsOf, formatDecimal, fractionOf, KEPT_DIGITS } from '../util/text/decimal.js';
import { wholeSeconds } from '../serializer/date-time.js';
import { parseDateTime } from '../util/dates/parse-date-time.js';
import { mergePatch } from '../validation/merge-patch.js';

export interface ScalarInput {
  readonly stored: Readonly<Record<string, unknown>> | null;
  readonly isPatch: boolean;
  readonly violations: ViolationList;
  readonly context: Pick<RequestContext, 'now'>;
}

/** Converts a sent value to the form that checks and columns expect; undefined after adding a violation. */
export function readTyped(field: ScalarField, sent: JsonValue, input: ScalarInput): unknown {
  const { name } = field;
  if (isFarTooLong(field, sent)) {
    input.violations.add({ propertyPath: name, ...tooLong(lengthOf(field)) });
    return undefined;
  }
  const raw = composed(sent);
  if (!field.accepts.some((type) => isOfType(raw, type))) {
    input.violations.add({ propertyPath: name, ...wrongType(field.accepts.join('|')) });
    return undefined;
  }
  switch (field.type) {
    case 'datetime':
      return readDateTime(name, raw, input);
    case 'decimal':
      return readDecimal(field, raw as string | number, input.violations); // Guaranteed by `accepts`.
    case 'json':
      // JSON columns hold JSON values.
      return input.isPatch ? mergePatch(input.stored?.[name] as JsonValue | undefined, raw) : raw;
    case 'uuid':
      return String(raw).toLowerCase();
    case 'time':
      return /^\d\d:\d\d$/.test(String(raw)) ? `${String(raw)}:00` : raw;
    case 'string':
    case 'text':
    case 'integer':
    case 'float':
    case 'boolean':
    case 'date':
      return raw;
  }
}

/**
 * Returns whether a text cannot fit into its column under any normalization, so that it need not be
 * processed.
 */
function isFarTooLong(field: ScalarField, sent: JsonValue): boolean {
  return field.type === 'string' && typeof sent === 'string' && sent.length > 8 * lengthOf(field) + 1000;
}

/** Returns the fraction digits of a decimal column; default 0, as in SQL. */
function scaleOf({ scale }: ScalarField): number {
  return scale ?? 0;
}

/**
 * Converts a decimal without losing digits. A digit that does not fit into the column, or that JSON may have
 * lost, is a violation.
 */
function readDecimal(
  field: ScalarField,
  raw: string | number,
  violations: ViolationList,
): string | undefined {
  const scale = scaleOf(field);
  const text = decimalText(raw);
  const isLost = typeof raw === 'number' && digitsOf(text) > KEPT_DIGITS;
  if (!isLost && fractionOf(text) <= scale) return formatDecimal(text, scale);
  const excess = isLost
    ? messageOf(
        'This number has more than {{ limit }} digits, which JSON numbers do not keep: send it as text.',
        { parameters: { limit: String(KEPT_DIGITS) } },
      )
    : messageOf('This value should have at most {{ limit }} digits behind the point.', {
        parameters: { limit: String(scale) },
      });
  violations.add({ propertyPath: field.name, ...excess, code: VIOLATION_CODES.range });
  return undefined;
}

/**
 * Parses a date-time, truncated to the precision of responses, so that stored and printed values are equal.
 * Older values keep their fractions when they are sent back.
 */
function readDateTime(
  name: string,
  raw: JsonValue,
  { violations, context, stored }: ScalarInput,
): Date | undefined {
  const parsed = typeof raw === 'string' ? parseDateTime(raw, context.now) : undefined;
  if (parsed === undefined) {
    violations.add({
      propertyPath: name,
      message: 'This value is not a valid datetime.',
      code: VIOLATION_CODES.dateTime,
    });
    return undefined;
  }
  const printed = wholeSeconds(parsed);
  const before = stored?.[name];
  return before instanceof Date && wholeSeconds(before).getTime() === printed.getTime() ? before : printed;
}
