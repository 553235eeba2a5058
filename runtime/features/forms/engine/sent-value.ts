import type { JsonValue } from '../../../kernel/contract/json.js';
import { SubmittedFile } from '../model/submitted-file.js';
import type { SubmittedValue } from './compiled-form.js';

/** Returns the sent text: null for nothing, undefined if it is not a text (a list, an object, a file). */
export function sentText(sent: SubmittedValue): string | null | undefined {
  if (sent === null || sent === false) return null;
  if (typeof sent === 'string') return sent;
  if (sent === true) return '1';
  return typeof sent === 'number' ? String(sent) : undefined;
}

/**
 * Returns the sent members by name, or by index for a list; undefined for a text or a file. Names such as `__proto__`
 * are supported.
 */
export function sentMembers(sent: SubmittedValue): Map<string, SubmittedValue> | undefined {
  if (sent === null || sent === false) return new Map();
  if (typeof sent !== 'object' || sent instanceof SubmittedFile) return undefined;
  // The keys of a list are its indexes.
  const members = Object.entries(sent as Readonly<Record<string, SubmittedValue | undefined>>);
  const given = new Map<string, SubmittedValue>();
  for (const [name, value] of members) if (value !== undefined) given.set(name, value);
  return given;
}

/** Returns whether the value is null, `{}` or `[]`. */
export function isNothing(sent: SubmittedValue): boolean {
  return sent === null || (typeof sent === 'object' && sentMembers(sent)?.size === 0);
}

/** Converts a scalar of a definition to the text that clients would send. */
export function authoredText(value: JsonValue | undefined): string {
  return value === undefined ? '' : (sentText(value) ?? '');
}

const OUTER = /^[\p{Z}\p{Cc}\p{Cf}]$/u;

/**
 * Trims spaces, control and invisible characters. Checks one character at a time, because a regular expression for the
 * end would restart at every space.
 */
export function trimText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && OUTER.test(text.charAt(start))) start += 1;
  while (end > start && OUTER.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
