// Generated from schemas/ by `cms generate`, which overwrites this file.

export type { Box, BoxInput, BoxPatch } from './box.js';
export type { Iri, DocumentMetadata, PublishableMetadata, MediaObject, PageDataMetadata, ConstraintViolation, ConstraintViolationList, ListDocument, Layout, Page, Route, ComponentGroup, ComponentPosition, SiteConfigParameter, Collection, UserAccount, ResourceManifest, ResourceManifestEntry, Form, FormView, FormNode, FormVars, FormChoice, FormChoiceGroup, PartialFields, SubmittedFile } from './built-in-types.js';
