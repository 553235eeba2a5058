import type { FormFieldDefinition } from '../../../../extension-points/forms/form-definition.js';
import { InternalError } from '../../../../kernel/errors/internal-error.js';
import { type Conversion, NOT_CONVERTIBLE } from './conversion.js';
import { divideRounded, readRoundingMode, type RoundingMode } from './rounding.js';

/** An exact `digits / 10 ** scale`. With binary fractions, 1.15 * 100 would be slightly less than 115. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const DECIMAL = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;
/** Maximum input length, longer than every finite number in decimal notation. */
const MAX_LENGTH = 400;

/** Converts integers that JSON represents exactly. Fractions are refused unless the field has a `rounding_mode`. */
export function integerConversion(field: FormFieldDefinition): Conversion {
  const requested = field.rounding_mode === undefined ? undefined : readRoundingMode(field.rounding_mode);
  const mode = requested ?? 'down';
  return {
    toView: (data) => show(readDecimal(data), field, (decimal) => roundDecimal(decimal, 0, mode)),
    toData: (text) => {
      const decimal = parseTyped(text, field);
      if (decimal === undefined || (decimal.scale > 0 && requested === undefined)) return NOT_CONVERTIBLE;
      const value = decimalNumber(roundDecimal(decimal, 0, mode));
      return Number.isSafeInteger(value) ? value : NOT_CONVERTIBLE;
    },
  };
}

/** Converts a number, rounded to `scale` fraction digits if the field has a scale. */
export function numberConversion(field: FormFieldDefinition): Conversion {
  const scale = field.scale === undefined ? undefined : scaleOf(field, 0);
  const mode = roundingOf(field);
  const round = (decimal: Decimal): Decimal =>
    scale === undefined ? decimal : roundDecimal(decimal, scale, mode);
  return {
    toView: (data) => show(readDecimal(data), field, round),
    toData: (text) => numberOf(parseTyped(text, field), round),
  };
}

/**
 * Converts an amount with `scale` (2) fraction digits. The data is multiplied by `divisor`: with 100, 12.34 is 1234.
 */
export function moneyConversion(field: FormFieldDefinition): Conversion {
  const scale = scaleOf(field, 2);
  const mode = roundingOf(field);
  const divisor = divisorOf(field);
  return {
    toView: (data) =>
      show(readDecimal(data), field, (stored) => divideDecimal(stored, divisor, { scale, mode })),
    toData: (text) =>
      numberOf(parseTyped(text, field), (amount) =>
        multiplyDecimal(roundDecimal(amount, scale, mode), divisor),
      ),
  };
}

/**
 * Converts a percentage with `scale` (0) fraction digits. The data is the fraction (25 is 0.25) unless `input` is
 * `integer`.
 */
export function percentConversion(field: FormFieldDefinition): Conversion {
  const scale = scaleOf(field, 0);
  const mode = roundingOf(field);
  const places = field.input === 'integer' ? 0 : 2;
  return {
    toView: (data) =>
      show(readDecimal(data), field, ({ digits, scale: stored }) =>
        roundDecimal(multiplyDecimal({ digits, scale: stored }, powerOfTen(places)), scale, mode),
      ),
    toData: (text) =>
      numberOf(parseTyped(text, field), (percentage) => {
        const rounded = roundDecimal(percentage, scale, mode);
        return { digits: rounded.digits, scale: rounded.scale + places };
      }),
  };
}

const powerOfTen = (places: number): Decimal => ({ digits: 10n ** BigInt(places), scale: 0 });

function roundingOf({ rounding_mode = 'halfup' }: FormFieldDefinition): RoundingMode {
  return readRoundingMode(rounding_mode);
}

/** Maximum number of digits; doubles have no more. */
const MAX_SCALE = 20;

function scaleOf({ name, scale }: FormFieldDefinition, standard: number): number {
  const wanted = scale ?? standard;
  if (Number.isInteger(wanted) && wanted >= 0 && wanted <= MAX_SCALE) return wanted;
  throw new InternalError(
    `The scale ${wanted} of the form field "${name}" is not a valid number of digits. Use 0 to ${MAX_SCALE}.`,
  );
}

function divisorOf({ name, divisor = 1 }: FormFieldDefinition): Decimal {
  const decimal = readDecimal(divisor);
  if (decimal !== undefined && decimal.digits > 0n) return decimal;
  throw new InternalError(`The divisor ${divisor} of the form field "${name}" has to be above zero.`);
}

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** Parses an entered number. With `grouping`, thousands separators are accepted as displayed. */
function parseTyped(text: string, { grouping }: FormFieldDefinition): Decimal | undefined {
  return parseDecimal(grouping === true && GROUPED.test(text) ? text.replaceAll(',', '') : text);
}

function show(
  data: Decimal | undefined,
  { grouping }: FormFieldDefinition,
  prepare: (data: Decimal) => Decimal,
): string {
  if (data === undefined) return '';
  const text = formatDecimal(prepare(data));
  if (grouping !== true) return text;
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function numberOf(typed: Decimal | undefined, prepare: (typed: Decimal) => Decimal): unknown {
  if (typed === undefined) return NOT_CONVERTIBLE;
  const value = decimalNumber(prepare(typed));
  return Number.isFinite(value) ? value : NOT_CONVERTIBLE;
}

/** Parses a numeric text, with or without exponent. Undefined if it is invalid or exceeds the range of JSON numbers. */
function parseDecimal(text: string): Decimal | undefined {
  const match = text.length > MAX_LENGTH ? null : DECIMAL.exec(text);
  const near = Number(text);
  if (match === null || !Number.isFinite(near)) return undefined;
  const [, sign = '', whole = '', after = '', only = '', exponent = '0'] = match;
  const fraction = after + only;
  const digits = BigInt(`${whole}${fraction}`);
  // Zero, or a number that rounds to zero as a double; the latter is not an integer.
  if (near === 0) return { digits: 0n, scale: digits === 0n ? fraction.length : 1 };
  const scale = fraction.length - Number(exponent);
  const signed = sign === '-' ? -digits : digits;
  return scale < 0 ? { digits: signed * 10n ** BigInt(-scale), scale: 0 } : { digits: signed, scale };
}

/** Parses a number or the text of a decimal column; undefined for other values. */
function readDecimal(data: unknown): Decimal | undefined {
  return typeof data === 'number' || typeof data === 'string' ? parseDecimal(String(data)) : undefined;
}

function roundDecimal(decimal: Decimal, scale: number, mode: RoundingMode): Decimal {
  return divideDecimal(decimal, { digits: 1n, scale: 0 }, { scale, mode });
}

function multiplyDecimal(left: Decimal, right: Decimal): Decimal {
  return { digits: left.digits * right.digits, scale: left.scale + right.scale };
}

/** Divides to exactly `scale` fraction digits; the divisor must be positive. */
function divideDecimal(
  dividend: Decimal,
  divisor: Decimal,
  { scale, mode }: { readonly scale: number; readonly mode: RoundingMode },
): Decimal {
  const numerator = dividend.digits * 10n ** BigInt(divisor.scale + scale);
  const denominator = divisor.digits * 10n ** BigInt(dividend.scale);
  return { digits: divideRounded(numerator, denominator, mode), scale };
}

/** Formats without exponent; zero has no sign. */
function formatDecimal({ digits, scale }: Decimal): string {
  const isNegative = digits < 0n;
  const padded = (isNegative ? -digits : digits).toString().padStart(scale + 1, '0');
  const unsigned = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return isNegative ? `-${unsigned}` : unsigned;
}

function decimalNumber(decimal: Decimal): number {
  return Number(formatDecimal(decimal));
}
