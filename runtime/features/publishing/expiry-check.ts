import type { EvaluatedState, StateCheck } from '../../kernel/contract/records/writes.js';
import { VIOLATION_CODES } from '../../kernel/contract/records/violation-codes.js';
import { expiryOf } from '../../kernel/metadata/expiry.js';

const TOO_EARLY = 'This value should be later than the publication date.';

/**
 * Requires the expiry to be after the publication date (contract decision 107). A past expiry unpublishes a live
 * record at once. A draft without a date is validated as if it were published now.
 */
export function createExpiryCheck(): StateCheck {
  return {
    appliesTo: (resource) => expiryOf(resource) !== undefined,
    check(states, { context: { now } }) {
      for (const state of states) checkEnd(state, now);
      return Promise.resolve();
    },
  };
}

function checkEnd({ resource, values, groups, violations }: EvaluatedState, now: Date): void {
  const expiry = expiryOf(resource);
  if (expiry === undefined) return;
  const isForPublication = resource.publishable?.validationGroups.some((group) => groups.has(group)) === true;
  const start = values[expiry.startField] ?? (isForPublication ? now : null);
  const end = values[expiry.endField];
  if (!(start instanceof Date) || !(end instanceof Date) || end > start) return;
  violations.add({ propertyPath: expiry.endField, message: TOO_EARLY, code: VIOLATION_CODES.range });
}
