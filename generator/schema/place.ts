import type { SchemaProblem } from '../errors.js';

/** JSON pointer of a path of keys. */
export function pointerOf(...parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The keys of a JSON pointer. */
export function pointerParts(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at `pointer` in the document; undefined when there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  return pointerParts(pointer).reduce(step, document);
}

/** Takes the value at `pointer` out of the document, if it is still there. */
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

/** A value of a schema file: where it stands, and the way to say what is wrong with it. */
export interface Place {
  /** The place that these keys lead to from here. */
  below(...keys: readonly (string | number)[]): Place;
  /** Says what is wrong here, and what to write instead. */
  report(message: string, hint: string): void;
}

/** The place of a whole document; what is reported at it or below it is added to `problems`. */
export function documentPlace(file: string, problems: SchemaProblem[]): Place {
  const placeAt = (pointer: string): Place => ({
    below: (...keys) => placeAt(`${pointer}${pointerOf(...keys)}`),
    report: (message, hint) => {
      problems.push({ file, pointer, message, hint });
    },
  });
  return placeAt('');
}
