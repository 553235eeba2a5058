import { InternalError } from '../errors/internal-error.js';

/** Marks the end of an exhaustive `switch`, so that a missing case does not compile. */
export function assertNever(value: never): never {
  throw new InternalError(`Unexpected value ${JSON.stringify(value)}`);
}
