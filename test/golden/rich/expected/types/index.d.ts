// Generated from schemas/ (fd59ec3e0c87) by `cms generate`, which overwrites this file.

export type { BaseEvent, BaseEventInput, BaseEventPatch } from './base-event.js';
export type { Concert, ConcertInput, ConcertPatch } from './concert.js';
export type { Money, MoneyInput, MoneyPatch } from './money.js';
