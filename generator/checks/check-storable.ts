import type { JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import {
  decimalText,
  digitsOf,
  fractionOf,
  KEPT_DIGITS,
} from 'cms-api-components/internal/kernel/util/text/decimal.js';
import { DEFAULT_STRING_LENGTH, fieldType } from '../model/field-types.js';
import type { FieldDefinition } from '../schema/definition.js';
import type { Place } from '../schema/place.js';
import { fieldKind } from '../schema/schema-set.js';
import { type FieldOwner, allowedValues, fieldsOf } from './owners.js';

/** Integer range of all databases. */
const INTEGERS = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/** Checks that values and limits of a field fit its column, so that every valid value can be stored. */
export function checkStorable(owner: FieldOwner): void {
  if (owner.kind === 'embedded') return;
  for (const { field, place } of fieldsOf(owner)) {
    if (fieldKind(field) !== 'scalar') continue;
    const { column } = fieldType(field);
    if (column === 'decimal') checkDecimals(field, place);
    if (column === 'string') checkTexts(field, place);
    if (column === 'integer') checkIntegers(field, place);
  }
}

function checkTexts(field: FieldDefinition, place: Place): void {
  const { minLength = 0, maxLength = Infinity } = field;
  const length = Math.min(
    field['x-column']?.length ?? Math.max(DEFAULT_STRING_LENGTH, maxLength === Infinity ? 0 : maxLength),
    maxLength,
  );
  const hint = `Set "maxLength" or "length" of "x-column" to more than ${length}, or "x-column": { "type": "text" }.`;
  if (minLength > length && minLength <= maxLength)
    place
      .below('minLength')
      .report(`The column stores ${length} characters, fewer than "minLength" requires.`, hint);
  for (const [value, at] of writtenValues(field, place)) {
    const size = typeof value === 'string' ? [...value].length : 0;
    if (size > length) at.report(`The value has ${size} characters, but only ${length} can be stored.`, hint);
  }
}

function checkIntegers(field: FieldDefinition, place: Place): void {
  const { least, most } = INTEGERS;
  const hint = `Integers are stored in 32 bits, from ${least} to ${most}. For larger numbers, use "type": "number" or "x-column": { "type": "decimal", "precision": 20, "scale": 0 }.`;
  for (const [value, at] of writtenValues(field, place)) {
    if (typeof value === 'number' && (value < least || value > most))
      at.report(`The value ${value} can't be stored.`, hint);
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field;
  const limits = [
    ['minimum', minimum !== undefined && minimum > most],
    ['exclusiveMinimum', exclusiveMinimum !== undefined && exclusiveMinimum >= most],
    ['maximum', maximum !== undefined && maximum < least],
    ['exclusiveMaximum', exclusiveMaximum !== undefined && exclusiveMaximum <= least],
  ] as const;
  for (const [keyword, isOut] of limits)
    if (isOut) place.below(keyword).report(`No value within "${keyword}" can be stored.`, hint);
}

/** Checks decimals. SQL defaults to ten digits without decimal places. */
function checkDecimals(field: FieldDefinition, place: Place): void {
  const { precision = 10, scale = 0 } = field['x-column'] ?? {};
  const hint = `The column stores ${precision - scale} digits before the decimal point and ${scale} after it. Change the value, or "precision" and "scale" of "x-column".`;
  for (const [value, at] of writtenValues(field, place)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = decimalText(value);
    const [, whole] = /^-?0*(\d*)(?:\.\d+)?$/.exec(text) ?? [];
    if (whole === undefined || text === '')
      at.report(`${JSON.stringify(value)} is not a decimal number.`, 'Write digits, as in "12.50".');
    else if (whole.length > precision - scale || fractionOf(text) > scale)
      at.report(`The value ${text} can't be stored.`, hint);
    else if (typeof value === 'number' && digitsOf(text) > KEPT_DIGITS)
      at.report(
        `JSON numbers with more than ${KEPT_DIGITS} digits lose precision.`,
        `Write it as text: "${text}".`,
      );
  }
}

/** Returns the values in a field's keywords with their positions. */
function writtenValues(field: FieldDefinition, place: Place): readonly (readonly [JsonValue, Place])[] {
  const { default: value } = field;
  const allowed = allowedValues({ node: field, place });
  return value === undefined ? allowed : [...allowed, [value, place.below('default')]];
}
