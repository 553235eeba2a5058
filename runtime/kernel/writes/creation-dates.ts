import type { WriteScope } from '../contract/operations.js';
import { stateKey } from '../util/state.js';

const LAST = stateKey(() => ({ time: 0 }));

/**
 * Dates of records that are made now. Lists show the newest first, so records that are stored together are a millisecond
 * apart, and what the same transaction makes after them is later.
 */
export function creationDates({ session, context }: WriteScope, count: number): readonly Date[] {
  const last = session.whole.of(LAST);
  const now = context.now.getTime();
  const from = Math.max(now, last.time + 1);
  if (count > 1 || from > now) last.time = from + count - 1;
  return Array.from({ length: count }, (_, index) => new Date(from + index));
}
