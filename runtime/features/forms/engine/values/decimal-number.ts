import { divideRounded, type RoundingMode } from './rounding.js';

/** `digits / 10 ** scale`: exact, where binary fractions would make 1.15 * 100 a little less than 115. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const DECIMAL = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;

/** Longer than every finite number written out; what is longer is no number that a person typed. */
const MAX_LENGTH = 400;

/** A numeric text, with or without an exponent; undefined for any other and for one beyond the numbers of JSON. */
export function parseDecimal(text: string): Decimal | undefined {
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
export function readDecimal(data: unknown): Decimal | undefined {
  return typeof data === 'number' || typeof data === 'string' ? parseDecimal(String(data)) : undefined;
}

export function roundDecimal(decimal: Decimal, scale: number, mode: RoundingMode): Decimal {
  return divideDecimal(decimal, { digits: 1n, scale: 0 }, { scale, mode });
}

export function multiplyDecimal(left: Decimal, right: Decimal): Decimal {
  return { digits: left.digits * right.digits, scale: left.scale + right.scale };
}

/** Divides to exactly `scale` fraction digits; the divisor must be positive. */
export function divideDecimal(
  dividend: Decimal,
  divisor: Decimal,
  { scale, mode }: { readonly scale: number; readonly mode: RoundingMode },
): Decimal {
  const numerator = dividend.digits * 10n ** BigInt(divisor.scale + scale);
  const denominator = divisor.digits * 10n ** BigInt(dividend.scale);
  return { digits: divideRounded(numerator, denominator, mode), scale };
}

/** Written out, without an exponent; zero has no sign. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const isNegative = digits < 0n;
  const padded = (isNegative ? -digits : digits).toString().padStart(scale + 1, '0');
  const unsigned = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return isNegative ? `-${unsigned}` : unsigned;
}

export function decimalNumber(decimal: Decimal): number {
  return Number(formatDecimal(decimal));
}
