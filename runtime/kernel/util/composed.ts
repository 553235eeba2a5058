import type { JsonValue } from '../contract/json.js';

/** Text as it is stored: letters and their marks in one spelling, NFC (contract decision 87). */
export const composedText = (text: string): string => text.normalize('NFC');

/** A value with every text in it spelled like that, names of members included. */
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
