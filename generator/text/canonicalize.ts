import { createHash } from 'node:crypto';

/** Prints JSON with sorted keys and without undefined members, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'function' || value === undefined) return 'null';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // An object that is not a list has members by key.
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
 * Returns the SHA-256 (hex) of a part of the model. Member order matters, because emitters print in that order. The
 * model is built in a fixed order, so equal files have equal hashes.
 */
export function contentHash(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Compares items by name, byte by byte, so that the order doesn't depend on the locale. */
export function byName<Item>(nameOf: (item: Item) => string): (left: Item, right: Item) => number {
  return (left, right) => compareText(nameOf(left), nameOf(right));
}

/** Compares texts byte by byte, for `sort`. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
