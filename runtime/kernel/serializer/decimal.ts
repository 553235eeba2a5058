/** Decimals travel as text; a column without a scale of its own keeps whole numbers. */
const PLAIN = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/**
 * A decimal with exactly `scale` fraction digits, rounded half away from zero as the databases do; text that is no plain
 * decimal comes back as it is.
 */
export function formatDecimal(text: string, scale: number): string {
  const match = PLAIN.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '0', fraction = ''] = match;
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const rounded = Number(fraction.charAt(scale)) >= 5 ? digits + 1n : digits;
  const padded = rounded.toString().padStart(scale + 1, '0');
  const unsigned = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return sign === '-' && rounded !== 0n ? `-${unsigned}` : unsigned;
}

/** A JSON number or text as decimal text; numbers that JavaScript prints with an exponent are written out. */
export function decimalText(value: string | number, scale: number): string {
  const text = String(value).trim();
  if (typeof value === 'number' && text.includes('e') && Math.abs(value) < 1) return value.toFixed(scale);
  return text;
}
