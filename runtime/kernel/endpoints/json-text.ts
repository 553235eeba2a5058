import type { JsonValue } from '../contract/json.js';
import { badRequest, kernelErrors } from '../errors/catalog.js';
import { lineAndColumn, locateJsonError } from '../util/text/locate-json-error.js';

const MAX_NESTING = 64;
/** Maximum number of members and list entries of a body, including nested ones. */
const MAX_VALUES = 100_000;

/**
 * Parses a JSON body.
 * @throws AppError 400 unless it is well-formed JSON with storable text and finite numbers.
 */
export function parseJsonText(text: string): JsonValue {
  const { hasExtremeNumbers } = scan(text);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue; // `JSON.parse` returns only such values.
  } catch {
    throw kernelErrors.malformedJson(describeSyntaxError(text));
  }
  if (hasExtremeNumbers || SUSPECT.test(text)) assertStorable(value, '');
  return value;
}

/** Describes the syntax error with its one-based position. The nesting has been checked before. */
function describeSyntaxError(text: string): string {
  const fault = locateJsonError(text, { keysMayRepeat: true });
  if (fault === undefined) return 'Syntax error';
  const { line, column } = lineAndColumn(text, fault.position);
  return `Syntax error: ${fault.message} (line ${line}, column ${column}).`;
}

/** Cheap test for text that `assertStorable` may reject; escapes can hide any character. */
const SUSPECT = /\\u|__proto__/;
/** Number of digits from which a number may be out of range. */
const MANY_DIGITS = 309;

/**
 * Checks the nesting and the number of values of a JSON text before it is parsed, because objects take far
 * more memory than their text.
 * @throws AppError 400 if a limit is exceeded
 */
function scan(text: string): { readonly hasExtremeNumbers: boolean } {
  let depth = 0;
  let values = 0;
  let digits = 0;
  let hasExtremeNumbers = false;
  const count = (): void => {
    values += 1;
    if (values > MAX_VALUES) throw kernelErrors.tooManyValues(TOO_MANY_VALUES);
  };
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= ZERO && code <= NINE) {
      digits += 1;
      if (digits >= MANY_DIGITS) hasExtremeNumbers = true;
      continue;
    }
    if (digits > 0 && (code | LOWER_CASE) === LETTER_E) hasExtremeNumbers = true;
    digits = 0;
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === COMMA) count();
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      count();
      depth += 1;
      if (depth > MAX_NESTING) throw badRequest('The request body is nested too deeply.');
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
  }
  return { hasExtremeNumbers };
}

const TOO_MANY_VALUES = `The request body has more than ${MAX_VALUES} members and list entries.`;

/** Returns the position of the quote that closes the string starting at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slash = end - 1;
    while (text.charCodeAt(slash) === BACKSLASH) slash -= 1;
    if ((end - slash) % 2 === 1) return end;
  }
  return text.length;
}

const ZERO = 48;
const NINE = 57;
const COMMA = 44;
/** Bit that converts an upper-case ASCII letter to lower case. */
const LOWER_CASE = 32;
const LETTER_E = 101;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;

/**
 * Rejects NUL and unpaired surrogates, which databases cannot store, and `__proto__`, which is unsafe for
 * code that copies members.
 */
function assertStorable(value: JsonValue | undefined, path: string): void {
  if (typeof value === 'string') assertText(value, path);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw badRequest(`The number at "${path}" is out of range.`);
  } else if (Array.isArray(value)) {
    value.forEach((entry: JsonValue, index) => assertStorable(entry, `${path}[${index}]`));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      assertText(name, path);
      if (name === '__proto__') throw badRequest('The member name "__proto__" is not allowed.');
      assertStorable(member, path === '' ? name : `${path}.${name}`);
    }
  }
}

/** Checks that a text can be stored unchanged; `path` is the member that holds it. @throws AppError 400 */
export function assertText(text: string, path: string): void {
  if (text.includes('\0') || !isWellFormed(text)) {
    throw badRequest(`The text at "${path}" contains a character that cannot be stored.`);
  }
}

/** Returns whether a text has no unpaired surrogates. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
