// Generated from schemas/ by `cms generate`, which overwrites this file.

export { BaseEventInput, BaseEventPatch } from './schemas/base-event.js';
export { ConcertInput, ConcertPatch } from './schemas/concert.js';
export { AddressSubmission } from './schemas/address-type.js';
export { ContactSubmission } from './schemas/contact-type.js';
export {};
