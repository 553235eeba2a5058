import { InternalError } from '../errors/internal-error.js';

/** Ends an exhaustive `switch`: does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new InternalError(`Unexpected value ${JSON.stringify(value)}`);
}
