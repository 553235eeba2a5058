import type { Representation } from '../../../kernel/contract/records/operations.js';
import { earliest } from '../../../kernel/util/dates/earliest.js';

/** The document changes by itself when something that it leaves out appears; a moment that is gone or unknown says nothing. */
export function expireAt(representation: Representation, moment: Date | null, now: Date): void {
  if (moment === null || moment <= now) return;
  representation.expiresAt = earliest(representation.expiresAt, moment);
}
