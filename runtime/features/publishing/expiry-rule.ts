import type { WriteRule } from '../../kernel/contract/writes.js';
import { VIOLATION_CODES } from '../../kernel/contract/violation-codes.js';
import { expiryOf } from '../../kernel/metadata/expiry.js';

const TOO_EARLY = 'This value should be later than the moment from which the resource is live.';

/** A record ends being live after it begins (contract decision 107); an end in the past takes a live one offline at once. */
export function createExpiryRule(): WriteRule {
  return {
    appliesTo: (resource) => expiryOf(resource) !== undefined,
    many: 'each',
    prepare({ resource, values, violations }) {
      const expiry = expiryOf(resource);
      if (expiry === undefined) return;
      const [start, end] = [values[expiry.startField], values[expiry.endField]];
      if (!(start instanceof Date) || !(end instanceof Date) || end > start) return;
      violations.add({ propertyPath: expiry.endField, message: TOO_EARLY, code: VIOLATION_CODES.range });
    },
  };
}
