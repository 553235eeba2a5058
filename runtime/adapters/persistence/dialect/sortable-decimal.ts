/**
 * Decimal format of SQLite, which has no exact decimals. Decimals are stored as texts that sort like the
 * numbers, for any precision and scale. The text consists of a letter for the sign, the number of whole
 * digits, those digits, and the fraction without trailing zeros. Negative numbers have inverted digits (9 for
 * 0) and end with `~`, which sorts last.
 */
const PLAIN = /^([+-]?)0*(\d*?)(?:\.(\d*?)0*)?$/;
const STORED = /^([np])(\d\d)(\d*)(?:\.(\d+))?~?$/;

/** Encodes a decimal: `-12.50` becomes `n9787.4~`. Any other text is returned unchanged. */
export function sortableDecimal(text: string): string {
  const match = /\d/.test(text) ? PLAIN.exec(text) : null;
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = `${String(whole.length).padStart(2, '0')}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  const isNegative = sign === '-' && whole + fraction !== '';
  return isNegative ? `n${turned(digits)}~` : `p${digits}`;
}

/** Decodes a decimal: `n9787.4~` becomes `-12.5`. Any other text is returned unchanged. */
export function plainDecimal(stored: string): string {
  const match = STORED.exec(stored);
  if (match === null) return stored;
  const isNegative = match[1] === 'n';
  const [whole = '', fraction = ''] = [match[3] ?? '', match[4] ?? ''].map((digits) =>
    isNegative ? turned(digits) : digits,
  );
  return `${isNegative ? '-' : ''}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const turned = (digits: string): string => digits.replace(/\d/g, (digit) => String(9 - Number(digit)));
