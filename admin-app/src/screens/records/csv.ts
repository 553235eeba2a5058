/** What a spreadsheet would read as a formula, and what it would begin a cell with to be read as one. */
const FORMULA = /^[=+\-@\t\r\n]|^[\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/**
 * One value as a cell of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula begins with an apostrophe, which
 * makes it a text: what visitors wrote must not be carried out by whoever opens the file. Numbers stay numbers.
 */
export function cellOf(value: unknown): string {
  const text = textOf(value);
  const safe = FORMULA.test(text.trimStart()) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string'
    ? value
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
};

/** A line of a CSV file with its end. */
export const lineOf = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`;

/** Spreadsheets take a file without it for one of their own old character set. */
export const BYTE_ORDER_MARK = '\ufeff';
