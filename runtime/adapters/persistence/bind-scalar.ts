import { InternalError } from '../../kernel/errors/internal-error.js';
import { checkedDate } from './dialect/codec.js';
import { storableText } from '../../kernel/util/text/storable-text.js';

export type Scalar = null | string | number | boolean | bigint | Date | Buffer;

/**
 * Checks one statement parameter; the dialects convert dates and booleans later.
 * @throws InternalError for a value without an SQL form, AppError 422 for text that cannot be stored
 */
export function checkScalar(value: unknown): Scalar {
  switch (typeof value) {
    case 'string':
      return storableText(value);
    case 'number':
      if (!Number.isFinite(value)) throw new InternalError(`${value} can not be a statement parameter.`);
      return value;
    case 'boolean':
    case 'bigint':
      return value;
    case 'object':
      if (value === null || Buffer.isBuffer(value)) return value;
      if (value instanceof Date) return checkedDate(value);
      throw new InternalError('An object can not be a statement parameter.');
    case 'undefined':
    case 'symbol':
    case 'function':
      throw new InternalError(`A value of type ${typeof value} can not be a statement parameter.`);
  }
}
