import type { JsonValue } from '../../../kernel/contract/json.js';
import { SubmittedFile } from '../model/submitted-file.js';
import type { SubmittedValue } from './compiled-form.js';

/** The text that was sent: null for nothing, undefined for what is no text (a list, an object, a file). */
export function sentText(sent: SubmittedValue): string | null | undefined {
  if (sent === null || sent === false) return null;
  if (typeof sent === 'string') return sent;
  if (sent === true) return '1';
  return typeof sent === 'number' ? String(sent) : undefined;
}

/** The sent members by name, in a list by position; undefined for a text or a file. Names like `__proto__` are names. */
export function sentMembers(sent: SubmittedValue): Map<string, SubmittedValue> | undefined {
  if (sent === null || sent === false) return new Map();
  if (typeof sent !== 'object' || sent instanceof SubmittedFile) return undefined;
  // A list has its positions for names.
  const members = Object.entries(sent as Readonly<Record<string, SubmittedValue | undefined>>);
  const given = new Map<string, SubmittedValue>();
  for (const [name, value] of members) if (value !== undefined) given.set(name, value);
  return given;
}

/** Null, `{}` and `[]`. */
export function isNothing(sent: SubmittedValue): boolean {
  return sent === null || (typeof sent === 'object' && sentMembers(sent)?.size === 0);
}

/** A scalar of a definition as clients would send it. */
export function authoredText(value: JsonValue | undefined): string {
  return value === undefined ? '' : (sentText(value) ?? '');
}

const OUTER = /^[\p{Z}\p{Cc}\p{Cf}]$/u;

/**
 * Removes outer spaces, control and invisible characters. It looks at one character at a time, because a pattern for the end of
 * the text would start again at every space of a long one.
 */
export function trimText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && OUTER.test(text.charAt(start))) start += 1;
  while (end > start && OUTER.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
