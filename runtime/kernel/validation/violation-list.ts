import type { Violation, ViolationList } from '../contract/records/validation.js';

/** An empty list that keeps violations in the order the rules run. */
export function createViolationList(): ViolationList {
  const items: Violation[] = [];
  return {
    items,
    add: (violation) => {
      items.push(violation);
    },
  };
}
