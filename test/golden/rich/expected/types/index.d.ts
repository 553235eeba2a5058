// Generated from schemas/ (a989ba235f9e) by `cms generate`, which overwrites this file.

export type { BaseEvent, BaseEventInput, BaseEventPatch } from './base-event.js';
export type { Concert, ConcertInput, ConcertPatch } from './concert.js';
export type { Money, MoneyInput, MoneyPatch } from './money.js';
