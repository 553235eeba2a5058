/** Plain decimal notation. Decimals are passed as text; a column without a scale stores whole numbers. */
const PLAIN = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/**
 * Formats a decimal with exactly `scale` fraction digits, rounded half away from zero like databases do. Any
 * other text is returned unchanged.
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

/** Converts a JSON number or text to decimal text without an exponent. */
export function decimalText(value: string | number): string {
  const text = String(value).trim();
  return typeof value === 'number' && text.includes('e') ? (comparableDecimal(text) ?? text) : text;
}

/** JSON numbers are parsed as doubles, which preserve decimals of up to this many digits. */
export const KEPT_DIGITS = 15;

/** Returns the number of significant digits of a decimal text. */
export function digitsOf(text: string): number {
  return text.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '').length;
}

/** Returns the number of fraction digits, without trailing zeros. */
export function fractionOf(text: string): number {
  const fraction = PLAIN.exec(text)?.[3] ?? '';
  let length = fraction.length;
  while (length > 0 && fraction[length - 1] === '0') length -= 1;
  return length;
}

/** Digits that every database can compare; no column has more before or after the decimal point. */
const MOST_WHOLE = 35;
const MOST_FRACTION = 30;

/**
 * Converts `-1.5e2` to `-150`, a form comparable with decimal columns; undefined if the text is not a number.
 */
export function comparableDecimal(text: string): string | undefined {
  const match = /^([+-]?)(\d{0,400})(?:\.(\d{0,400}))?(?:e([+-]?\d{1,3}))?$/i.exec(text);
  const [, sign = '', before = '', behind = '', exponent = '0'] = match ?? [];
  const digits = before + behind;
  if (digits === '') return undefined;
  const point = before.length + Number(exponent);
  const whole = digits.slice(0, Math.max(point, 0)).padEnd(Math.max(point, 0), '0').replace(/^0+/, '');
  const fraction = digits
    .slice(Math.max(point, 0))
    .padStart(digits.length - point, '0')
    .replace(/0+$/, '');
  if (whole.length > MOST_WHOLE || fraction.length > MOST_FRACTION) return undefined;
  return `${sign === '-' ? '-' : ''}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
}
