import type { Violation, ViolationList } from '../contract/records/validation.js';

/** Creates an empty list that keeps violations in rule order. */
export function createViolationList(): ViolationList {
  const items: Violation[] = [];
  return {
    items,
    add: (violation) => {
      items.push(violation);
    },
  };
}
