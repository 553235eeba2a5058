import type { Representation } from '../../contract/operations.js';
import { earliest } from '../../util/earliest.js';

/** The document changes by itself when something that it leaves out appears; a moment that is gone or unknown says nothing. */
export function expireAt(representation: Representation, moment: Date | null, now: Date): void {
  if (moment === null || moment <= now) return;
  representation.expiresAt = earliest(representation.expiresAt, moment);
}
