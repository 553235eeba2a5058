import { InternalError } from '../../../kernel/errors/internal-error.js';
import { checkScalar } from '../bind-scalar.js';
import { utcText } from '../dialect/codec.js';

/** Value types passed to the native driver, where some others crash the process. */
export type BoundValue = null | string | number | bigint | Buffer;

const MAXIMUM_INTEGER = 2n ** 63n - 1n;
const MINIMUM_INTEGER = -(2n ** 63n);

/**
 * Converts a value for the SQLite driver. Integers are bound as `bigint`, because the driver binds numbers as
 * reals (`5` in a text column would be read as `5.0`). Dates use Sequelize's text format.
 * @throws InternalError for a value without an SQL form, AppError 422 for text that cannot be stored
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
