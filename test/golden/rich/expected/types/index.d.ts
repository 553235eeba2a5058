// Generated from schemas/ (0f4e6d0f6b57) by `cms generate`, which overwrites this file.

export type { BaseEvent, BaseEventInput, BaseEventPatch } from './base-event.js';
export type { Concert, ConcertInput, ConcertPatch } from './concert.js';
export type { Money, MoneyInput, MoneyPatch } from './money.js';
