// Generated from schemas/ by `cms generate`, which overwrites this file.

export type { AddressSubmission, AddressSubmissionPatch, AddressFields, AddressData, AddressView, AddressFieldTypes } from './address-type.js';
export type { BaseEvent, BaseEventInput, BaseEventPatch } from './base-event.js';
export type { Iri, DocumentMetadata, PublishableMetadata, MediaObject, PageDataMetadata, ConstraintViolation, ConstraintViolationList, ListDocument, Layout, Page, Route, ComponentGroup, ComponentPosition, SiteConfigParameter, Collection, UserAccount, ResourceManifest, ResourceManifestEntry, Form, FormView, FormNode, FormVars, FormChoice, FormChoiceGroup, PartialFields, SubmittedFile } from './built-in-types.js';
export type { Concert, ConcertInput, ConcertPatch } from './concert.js';
export type { ContactSubmission, ContactSubmissionPatch, ContactFields, ContactData, ContactView, ContactFieldTypes } from './contact-type.js';
export type { Money, MoneyInput, MoneyPatch } from './money.js';
