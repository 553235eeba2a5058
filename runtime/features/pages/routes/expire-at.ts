import type { Representation } from '../../../kernel/contract/records/operations.js';
import { earliest } from '../../../kernel/util/dates/earliest.js';

/** Sets the time at which a hidden part of the document becomes visible. Null and past times are ignored. */
export function expireAt(representation: Representation, moment: Date | null, now: Date): void {
  if (moment === null || moment <= now) return;
  representation.expiresAt = earliest(representation.expiresAt, moment);
}
