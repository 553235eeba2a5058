// Generated from schemas/ by `cms generate`, which overwrites this file.

export type { BlogArticleData, BlogArticleDataInput, BlogArticleDataPatch } from './blog-article-data.js';
export type { Iri, DocumentMetadata, PublishableMetadata, MediaObject, PageDataMetadata, ConstraintViolation, ConstraintViolationList, ListDocument, Layout, Page, Route, ComponentGroup, ComponentPosition, SiteConfigParameter, Collection, UserAccount, ResourceManifest, ResourceManifestEntry, Form, FormView, FormNode, FormVars, FormChoice, FormChoiceGroup, PartialFields, SubmittedFile } from './built-in-types.js';
export type { ExampleChildSubmission, ExampleChildSubmissionPatch, ExampleChildFields, ExampleChildData, ExampleChildView, ExampleChildFieldTypes } from './example-child-type.js';
export type { ExampleFormSubmission, ExampleFormSubmissionPatch, ExampleFormFields, ExampleFormData, ExampleFormView, ExampleFormFieldTypes } from './example-form-type.js';
export type { HtmlContent, HtmlContentInput, HtmlContentPatch } from './html-content.js';
export type { Image, ImageInput, ImagePatch } from './image.js';
export type { NavigationLink, NavigationLinkInput, NavigationLinkPatch } from './navigation-link.js';
export type { NestedPageData, NestedPageDataInput, NestedPageDataPatch } from './nested-page-data.js';
export type { Title, TitleInput, TitlePatch } from './title.js';
