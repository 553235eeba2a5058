import { InternalError } from '../../../kernel/errors/internal-error.js';
import { utcText } from '../dialect/codec.js';
import { storableText } from '../../../kernel/util/storable-text.js';

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
  switch (typeof value) {
    case 'string':
      return storableText(value);
    case 'number':
      return bindNumber(value);
    case 'boolean':
      return value ? 1n : 0n;
    case 'bigint':
      if (value > MAXIMUM_INTEGER || value < MINIMUM_INTEGER)
        throw new InternalError('An integer of more than 64 bits can not be a statement parameter.');
      return value;
    case 'object':
      return bindObject(value);
    case 'undefined':
    case 'symbol':
    case 'function':
      throw new InternalError(`A value of type ${typeof value} can not be a statement parameter.`);
  }
}

function bindNumber(value: number): number | bigint {
  if (!Number.isFinite(value)) throw new InternalError(`${value} can not be a statement parameter.`);
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

function bindObject(value: object | null): BoundValue {
  if (value === null) return null;
  if (value instanceof Date) return `${utcText(value)} +00:00`;
  if (Buffer.isBuffer(value)) return Buffer.from(value);
  if (value instanceof Uint8Array) return Buffer.from(value);
  throw new InternalError('An object can not be a statement parameter.');
}
