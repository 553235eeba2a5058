import { createHash } from 'node:crypto';

/** JSON text with sorted keys and without undefined members: equal values give equal bytes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

/** SHA-256 (hex) of the canonical form. */
export function contentHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** Orders by name, byte by byte, so that the order never depends on the locale of the machine. */
export function byName<Item>(nameOf: (item: Item) => string): (left: Item, right: Item) => number {
  return (left, right) => compareText(nameOf(left), nameOf(right));
}

/** Byte-wise comparison for `sort`. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  entries.sort(byName(([key]) => key));
  return Object.fromEntries(entries.map(([key, member]) => [key, sortKeys(member)]));
}
