import type { ReadScope, Settlement } from '../../contract/operations.js';
import type { RegisteredResource } from '../../metadata/resource-registry.js';
import { earliest } from '../../util/earliest.js';

/** Makes the stored records of a type what the clock says they are; answers the next moment at which they change. */
export async function settleCollection(
  resource: RegisteredResource,
  scope: ReadScope,
  settlements: readonly Settlement[],
): Promise<Date | undefined> {
  let next: Date | undefined;
  for (const settlement of settlements) {
    if (settlement.appliesTo(resource))
      next = earliest(next, await settlement.settleCollection(resource, scope));
  }
  return next;
}
