import type { JsonValue } from '../contract/json.js';

/** Normalizes text to NFC, the form in which it is stored (contract decision 87). */
export const composedText = (text: string): string => text.normalize('NFC');

/** Normalizes every text in a value, including member names. */
export function composed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return composedText(value);
  if (Array.isArray(value)) return value.map((entry: JsonValue) => composed(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[composedText(name), composed(member)] as const],
    ),
  );
}
