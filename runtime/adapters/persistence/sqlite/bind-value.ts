import { InternalError } from '../../../kernel/errors/internal-error.js';
import { checkScalar } from '../bind-scalar.js';
import { utcText } from '../dialect/codec.js';

/** The only kinds of values that reach the native driver; some others end the whole process there. */
export type BoundValue = null | string | number | bigint | Buffer;

const MAXIMUM_INTEGER = 2n ** 63n - 1n;
const MINIMUM_INTEGER = -(2n ** 63n);

/**
 * Converts a value for the SQLite driver. Integers are bound as `bigint`, because the driver binds a number as a real
 * (`5` in a text column would read `5.0`); dates get the text form that Sequelize writes.
 * @throws InternalError for a value that has no SQL form, AppError 422 for text that can not be stored
 */
export function bindValue(value: unknown): BoundValue {
  if (value instanceof Uint8Array) return Buffer.from(value);
  const checked = checkScalar(value);
  if (checked instanceof Date) return `${utcText(checked)} +00:00`;
  if (typeof checked === 'boolean') return checked ? 1n : 0n;
  if (typeof checked === 'number') return Number.isSafeInteger(checked) ? BigInt(checked) : checked;
  if (typeof checked === 'bigint' && (checked > MAXIMUM_INTEGER || checked < MINIMUM_INTEGER))
    throw new InternalError('An integer of more than 64 bits can not be a statement parameter.');
  return checked;
}
