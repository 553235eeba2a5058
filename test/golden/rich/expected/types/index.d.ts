// Generated from schemas/ (9e89acbb08c1) by `cms generate`, which overwrites this file.

export type { BaseEvent, BaseEventInput, BaseEventPatch } from './base-event.js';
export type { Iri, DocumentMetadata, PublishableMetadata, MediaObject, PageDataMetadata, ConstraintViolation, ConstraintViolationList, ListDocument, Layout, Page, Route, ComponentGroup, ComponentPosition, SiteConfigParameter, Collection, UserAccount, ResourceManifest, ResourceManifestEntry } from './built-in-types.js';
export type { Concert, ConcertInput, ConcertPatch } from './concert.js';
export type { Money, MoneyInput, MoneyPatch } from './money.js';
