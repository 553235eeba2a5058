import type { Violation } from '../contract/validation.js';
import { VIOLATION_CODES } from '../contract/violation-codes.js';
import { messageOf } from '../util/message-text.js';

/** Returns the violation for a value of another JSON type than `type`; several types are separated by `|`. */
export function wrongType(type: string): Omit<Violation, 'propertyPath'> {
  return {
    ...messageOf('This value should be of type {{ type }}.', { parameters: { type } }),
    code: VIOLATION_CODES.type,
  };
}
