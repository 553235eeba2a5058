import type { MessageText } from '../contract/message.js';
import type { Violation } from '../contract/records/validation.js';
import { VIOLATION_CODES } from '../contract/records/violation-codes.js';

/** Expected formats with an example, by violation code. */
const EXPECTED: ReadonlyMap<string, string> = new Map([
  ['bd79c0ab-ddba-46cc-a703-a7a4b08de310', 'Expected an email address such as name@example.com.'],
  ['57c2f299-1154-4870-89bb-ef3b1f5ad229', 'Expected a URL such as https://example.com/page.'],
  ['8a5d387f-0716-46b4-844b-67367faf435a', 'Expected a URL such as https://example.com/page.'],
  [VIOLATION_CODES.uuid, 'Expected a UUID such as a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11.'],
  ['b1b427ae-9f6f-41b0-aa9b-84511fbb3c5b', 'Expected an IP address such as 192.0.2.1.'],
  ['7057ffdb-0af4-4f7e-bd5e-e9acfa6d7a2d', 'Expected a hostname such as www.example.com.'],
  ['0789c8ad-2d2b-49a4-8356-e2ce63998504', 'Expected JSON such as {"name": "value"}.'],
  ['454ab47b-aacf-4059-8f26-184b2dc9d48d', 'Expected a CSS color such as #ff8800.'],
  ['8f900c12-61bd-455d-9398-996cd040f7f0', 'Expected a two-letter country code such as DE.'],
  ['ee65fec4-9a20-4202-9f39-ca558cd7bdf7', 'Expected a language code such as en.'],
  ['a0af4293-1f1a-4a1c-a328-979cba6182a2', 'Expected a locale such as en_GB.'],
  ['69945ac1-2db4-405f-bec7-d2772f73df52', 'Expected a three-letter currency code such as EUR.'],
  [VIOLATION_CODES.date, 'Expected a date such as 2026-11-23.'],
  [VIOLATION_CODES.noSuchDate, 'Expected a date such as 2026-11-23.'],
  [VIOLATION_CODES.dateTime, 'Expected a date and time such as 2026-11-23T10:00:00+00:00.'],
  [VIOLATION_CODES.time, 'Expected a time such as 10:00 or 10:00:30.'],
  [VIOLATION_CODES.noSuchTime, 'Expected a time such as 10:00 or 10:00:30.'],
  ['5ce113e6-5e64-4ea2-90fe-d2233956db13', 'Expected a time zone such as Europe/Berlin.'],
  [VIOLATION_CODES.number, 'Expected a number such as 12.5.'],
]);

/** Returns the expected format with an example: the `hint` of a violation (components.md section 9.2). */
export function expectedFormat({ hint, code }: Pick<Violation, 'hint' | 'code'>): MessageText | undefined {
  if (hint !== undefined) return hint;
  const message = code === null ? undefined : EXPECTED.get(code);
  return message === undefined ? undefined : { message };
}
