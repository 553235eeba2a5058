// Generated from schemas/ by `cms generate`, which overwrites this file.

export type { Brochure, BrochureInput, BrochurePatch } from './brochure.js';
export type { Iri, DocumentMetadata, PublishableMetadata, MediaObject, PageDataMetadata, ConstraintViolation, ConstraintViolationList, ListDocument, Layout, Page, Route, ComponentGroup, ComponentPosition, SiteConfigParameter, Collection, UserAccount, ResourceManifest, ResourceManifestEntry, Form, FormView, FormNode, FormVars, FormChoice, FormChoiceGroup, PartialFields, SubmittedFile } from './built-in-types.js';
export type { CallToAction, CallToActionInput, CallToActionPatch } from './call-to-action.js';
export type { WorkshopData, WorkshopDataInput, WorkshopDataPatch } from './workshop-data.js';
