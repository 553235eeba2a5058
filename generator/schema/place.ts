import type { SchemaProblem } from '../errors.js';
import { pointerOf } from './pointer.js';

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
