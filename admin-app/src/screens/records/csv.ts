/** Text that spreadsheets interpret as a formula. */
const FORMULA = /^[=+\-@\t\r\n]|^[\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/**
 * Formats a cell of a CSV file (RFC 4180). Texts that a spreadsheet would run as a formula get a leading apostrophe,
 * because visitors may have written them. Numbers do not change.
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

/** Formats a line of a CSV file, including the line break. */
export const lineOf = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`;

/** Without it, spreadsheets assume a legacy encoding. */
export const BYTE_ORDER_MARK = '\ufeff';
