import type { FormFieldDefinition } from '../../../../kernel/contract/schema/forms.js';
import { InternalError } from '../../../../kernel/errors/internal-error.js';
import { type Conversion, NOT_CONVERTIBLE } from './conversion.js';
import { divideRounded, readRoundingMode, type RoundingMode } from './rounding.js';

/** `digits / 10 ** scale`: exact, where binary fractions would make 1.15 * 100 a little less than 115. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const DECIMAL = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;
/** Longer than every finite number written out; what is longer is no number that a person typed. */
const MAX_LENGTH = 400;

/** Whole numbers that JSON carries exactly; a fraction is refused unless the field says by `rounding_mode` what becomes of it. */
export function integerConversion(field: FormFieldDefinition): Conversion {
  const asked = field.rounding_mode === undefined ? undefined : readRoundingMode(field.rounding_mode);
  const mode = asked ?? 'down';
  return {
    toView: (data) => show(readDecimal(data), field, (decimal) => roundDecimal(decimal, 0, mode)),
    toData: (text) => {
      const decimal = parseTyped(text, field);
      if (decimal === undefined || (decimal.scale > 0 && asked === undefined)) return NOT_CONVERTIBLE;
      const value = decimalNumber(roundDecimal(decimal, 0, mode));
      return Number.isSafeInteger(value) ? value : NOT_CONVERTIBLE;
    },
  };
}

/** A number; rounded to `scale` fraction digits where the field has one. */
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

/** An amount shown with `scale` (2) fraction digits; the data holds it times `divisor`: 12.34 is 1234 with 100. */
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

/** A percentage with `scale` (0) fraction digits; the data holds the fraction (25 is 0.25) unless `input` is `integer`. */
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

/** Doubles hold no more digits than that. */
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

/** A field with `grouping` accepts commas between thousands, as it shows them. */
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

/** A numeric text, with or without an exponent; undefined for any other and for one beyond the numbers of JSON. */
function parseDecimal(text: string): Decimal | undefined {
  const match = text.length > MAX_LENGTH ? null : DECIMAL.exec(text);
  const near = Number(text);
  if (match === null || !Number.isFinite(near)) return undefined;
  const [, sign = '', whole = '', after = '', only = '', exponent = '0'] = match;
  const fraction = after + only;
  const digits = BigInt(`${whole}${fraction}`);
  // Zero, or too near to it to be told from it; the latter is no whole number.
  if (near === 0) return { digits: 0n, scale: digits === 0n ? fraction.length : 1 };
  const scale = fraction.length - Number(exponent);
  const signed = sign === '-' ? -digits : digits;
  return scale < 0 ? { digits: signed * 10n ** BigInt(-scale), scale: 0 } : { digits: signed, scale };
}

/** The decimal of a number, or of the text of a decimal column; undefined for anything else. */
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

/** Written out, without an exponent; zero has no sign. */
function formatDecimal({ digits, scale }: Decimal): string {
  const isNegative = digits < 0n;
  const padded = (isNegative ? -digits : digits).toString().padStart(scale + 1, '0');
  const unsigned = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return isNegative ? `-${unsigned}` : unsigned;
}

function decimalNumber(decimal: Decimal): number {
  return Number(formatDecimal(decimal));
}
