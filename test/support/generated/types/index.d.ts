// Generated from schemas/ by `cms generate`, which overwrites this file.

export type { Iri, DocumentMetadata, PublishableMetadata, MediaObject, PageDataMetadata, ConstraintViolation, ConstraintViolationList, ListDocument, Layout, Page, Route, ComponentGroup, ComponentPosition, SiteConfigParameter, Collection, UserAccount, ResourceManifest, ResourceManifestEntry, Form, FormView, FormNode, FormVars, FormChoice, FormChoiceGroup, PartialFields, SubmittedFile } from './built-in-types.js';
export type { Enquiry, EnquiryInput, EnquiryPatch } from './enquiry.js';
export type { EventData, EventDataInput, EventDataPatch } from './event-data.js';
export type { FancyWidget, FancyWidgetInput, FancyWidgetPatch } from './fancy-widget.js';
export type { Guarded, GuardedInput, GuardedPatch } from './guarded.js';
export type { Pinned, PinnedInput, PinnedPatch } from './pinned.js';
export type { Specimen, SpecimenInput, SpecimenPatch } from './specimen.js';
export type { Widget, WidgetInput, WidgetPatch } from './widget.js';
