import type { JsonValue } from '../contract/json.js';
import { badRequest, kernelErrors } from '../errors/catalog.js';
import { lineAndColumn, locateJsonError } from '../util/locate-json-error.js';

const MAX_NESTING = 64;

/** @throws AppError 400 for anything but well-formed JSON of storable text and finite numbers. */
export function parseJsonText(text: string): JsonValue {
  assertNesting(text);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue; // it yields no others
  } catch {
    throw kernelErrors.malformedJson(describeSyntaxError(text));
  }
  if (SUSPECT.test(text)) assertStorable(value, '');
  return value;
}

/** The mistake with its place, one-based. The nesting was bounded before. */
function describeSyntaxError(text: string): string {
  const fault = locateJsonError(text, { keysMayRepeat: true });
  if (fault === undefined) return 'Syntax error';
  const { line, column } = lineAndColumn(text, fault.position);
  return `Syntax error: ${fault.message} (line ${line}, column ${column}).`;
}

/** Cheap test on the text for everything that `assertStorable` refuses; escapes can hide any character. */
const SUSPECT = /\\u|__proto__|\d[eE]\+?\d{3}|\d{309}/;

function assertNesting(text: string): void {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > MAX_NESTING) throw badRequest('The request body is nested too deeply.');
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;

/** Refused because no database stores NUL or half a surrogate pair, and `__proto__` would reach code that copies members. */
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

/** @throws AppError 400 for text that no database keeps as it is; `path` is the member that holds it. */
export function assertText(text: string, path: string): void {
  if (text.includes('\0') || !isWellFormed(text)) {
    throw badRequest(`The text at "${path}" contains a character that cannot be stored.`);
  }
}

/** Whether a text holds no half of a surrogate pair. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
