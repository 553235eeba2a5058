/**
 * SQLite has no exact decimals, so they are stored as texts whose order is that of the numbers, whatever their precision and
 * scale: a letter for the sign, how many digits stand before the point, those digits, and the fraction without zeros at its
 * end. Negative numbers have every digit turned round (9 for 0) and end with `~`, which sorts behind them all.
 */
const PLAIN = /^([+-]?)0*(\d*?)(?:\.(\d*?)0*)?$/;
const STORED = /^([np])(\d\d)(\d*)(?:\.(\d+))?~?$/;

/** `-12.50` -> `n9787.4~`; text that is no plain decimal stays as it is. */
export function sortableDecimal(text: string): string {
  const match = /\d/.test(text) ? PLAIN.exec(text) : null;
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = `${String(whole.length).padStart(2, '0')}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  const isNegative = sign === '-' && whole + fraction !== '';
  return isNegative ? `n${turned(digits)}~` : `p${digits}`;
}

/** `n9787.4~` -> `-12.5`; numbers that were stored before there was this form come as they are. */
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
