import type { Violation } from '../contract/records/validation.js';
import { VIOLATION_CODES } from '../contract/records/violation-codes.js';
import { messageOf } from '../util/text/message-text.js';

/** The violation of a value that has another JSON type than `type`; several are separated by `|`. */
export function wrongType(type: string): Omit<Violation, 'propertyPath'> {
  return {
    ...messageOf('This value should be of type {{ type }}.', { parameters: { type } }),
    code: VIOLATION_CODES.type,
  };
}
