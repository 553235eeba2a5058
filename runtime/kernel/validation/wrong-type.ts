import type { Violation } from '../contract/records/validation.js';
import { VIOLATION_CODES } from '../contract/records/violation-codes.js';
import { messageOf } from '../util/text/message-text.js';

/** Returns the violation for a value of another JSON type than `type`; several types are separated by `|`. */
export function wrongType(type: string): Omit<Violation, 'propertyPath'> {
  return {
    ...messageOf('This value should be of type {{ type }}.', { parameters: { type } }),
    code: VIOLATION_CODES.type,
  };
}
