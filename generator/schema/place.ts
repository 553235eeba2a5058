import type { SchemaProblem } from '../errors.js';

/** Returns the JSON pointer of a path of keys. */
export function pointerOf(...parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the keys of a JSON pointer. */
export function pointerParts(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at `pointer` in the document, or undefined. */
export function valueAt(document: unknown, pointer: string): unknown {
  return pointerParts(pointer).reduce(step, document);
}

/** Removes the value at `pointer` from the document, if it exists. */
export function removeAt(document: unknown, pointer: string): void {
  const parts = pointerParts(pointer);
  const last = parts.at(-1);
  if (last === undefined) return;
  const holder = parts.slice(0, -1).reduce(step, document);
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, last);
}

function step(value: unknown, part: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Reflect.get(value, part);
}

/** Position of a value in a schema file. Problems are reported on it. */
export interface Place {
  /** Returns the position of a nested value. */
  below(...keys: readonly (string | number)[]): Place;
  /** Reports a problem at this position, and the correct notation. */
  report(message: string, hint: string): void;
}

/** Returns the position of a whole document. Problems at it and below it are added to `problems`. */
export function documentPlace(file: string, problems: SchemaProblem[]): Place {
  const placeAt = (pointer: string): Place => ({
    below: (...keys) => placeAt(`${pointer}${pointerOf(...keys)}`),
    report: (message, hint) => {
      problems.push({ file, pointer, message, hint });
    },
  });
  return placeAt('');
}
