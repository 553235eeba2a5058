import { createHash } from 'node:crypto';

/** JSON text with sorted keys and without undefined members: equal values give equal bytes. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'function' || value === undefined) return 'null';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // An object that is no list has members under its keys.
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/**
 * SHA-256 (hex) of a part of the model. The order of members counts, as it decides what the emitters print; the model is
 * built in one fixed order from each file, so equal files have equal hashes.
 */
export function contentHash(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
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
