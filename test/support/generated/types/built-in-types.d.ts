// Generated from schemas/ by `cms generate`, which overwrites this file.

/** IRI of a record: its path, including the API prefix. */
export type Iri = string;

/** Metadata of a document that is not part of the record. */
export interface DocumentMetadata {
  persisted: boolean;
  /** Violations that prevent publishing a draft. Only for users who can publish. */
  violations?: ConstraintViolationList;
  [member: string]: unknown;
}

export interface PublishableMetadata {
  published: boolean;
  draftResource: Iri | null;
  publishedAt?: string;
  /** Number of positions. Only for users who can publish, on types with positions. */
  locationCount?: number;
}

/** A stored file or one of its variants. */
export interface MediaObject {
  '@context'?: unknown;
  '@id': Iri;
  '@type': 'http://schema.org/MediaObject';
  contentUrl: string;
  /** Bytes; -1 if unknown. */
  fileSize: number;
  mimeType: string;
  width?: number;
  height?: number;
  /** Name of the image filter; absent on the original. */
  imagineFilter?: string;
  formattedFileSize: string;
}

/** Component slots of a page data type. */
export interface PageDataMetadata {
  resourceClass: string;
  properties: { property: string; componentShortName: string }[];
}

export interface ConstraintViolation {
  propertyPath: string;
  message: string;
  title?: string;
  code?: string | null;
}

/** Body of a 422 response. */
export interface ConstraintViolationList {
  '@type': string;
  title: string;
  detail: string;
  violations: ConstraintViolation[];
  [member: string]: unknown;
}

interface BuiltInDocument {
  '@context'?: unknown;
  '@id': Iri;
  _metadata: DocumentMetadata;
}

interface Timestamped {
  createdAt: string;
  modifiedAt: string;
}

/** A list of resources from a collection. */
export interface ListDocument<Item> {
  '@context': unknown;
  '@id': Iri;
  '@type': 'Collection';
  totalItems: number;
  member: Item[];
  view?: { '@id': Iri; '@type': 'PartialCollectionView'; first?: Iri; last?: Iri; previous?: Iri; next?: Iri };
  search?: unknown;
}

export interface Layout extends BuiltInDocument, Timestamped {
  '@type': 'Layout';
  reference: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  /** Only for administrators. */
  pages?: Iri[];
  componentGroups: Iri[];
}

export interface Page extends BuiltInDocument, Timestamped {
  '@type': 'Page';
  title?: string | null;
  metaDescription?: string | null;
  reference?: string | null;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  isTemplate: boolean;
  layout?: Iri | null;
  route?: Iri | null;
  parentPage?: Iri | null;
  parentPageData?: Iri | null;
  componentGroups: Iri[];
  /** Only for administrators. */
  isReachableWithoutRoute?: boolean;
}

export interface Route extends BuiltInDocument, Timestamped {
  '@type': 'Route';
  path: string;
  name: string;
  redirect?: Iri | null;
  /** Final path of a redirect. */
  redirectPath?: string;
  /** IRIs, or in responses of `/redirects` the routes themselves. */
  redirectedFrom: (Iri | Route)[];
  page?: Iri | null;
  pageData?: Iri | null;
  /** Only for administrators. */
  id?: string;
  /** Only for administrators. */
  liveAt?: string | null;
  /** Only for administrators. */
  expiresAt?: string;
  /** Only for administrators. */
  associatedResources?: {
    redirect: string | null;
    page: string | null;
    pageData: string | null;
    pageDataType: string | null;
  };
  _metadata: DocumentMetadata & { effectiveLiveAt?: string };
}

export interface ComponentGroup extends BuiltInDocument, Timestamped {
  '@type': 'ComponentGroup';
  reference: string;
  location?: string;
  layouts: Iri[];
  pages: Iri[];
  components: Iri[];
  componentPositions: Iri[];
  allowedComponents?: Iri[] | null;
}

export interface ComponentPosition extends BuiltInDocument, Timestamped {
  '@type': 'ComponentPosition';
  componentGroup?: Iri | null;
  component?: Iri | null;
  pageDataProperty?: string | null;
  pageDataClass?: string | null;
  sortValue: number;
  _metadata: DocumentMetadata & {
    isDynamicPosition: boolean;
    pageDataPath?: string;
    staticComponent?: Iri;
  };
}

export interface SiteConfigParameter extends BuiltInDocument {
  '@type': 'SiteConfigParameter';
  key: string;
  value?: unknown;
}

/** A component that displays a list. */
export interface Collection extends BuiltInDocument {
  '@type': 'Collection';
  id?: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: Iri[];
  componentPositions: Iri[];
  resourceIri?: Iri | null;
  perPage?: number | null;
  defaultQueryParameters?: Record<string, unknown> | null;
  /** Only in responses for a single resource. */
  collection?: ListDocument<unknown>;
  _metadata: DocumentMetadata & { collection?: true };
}

/** Members of `/me` and `/users`. `User` adds the fields of the project, if any. */
export interface UserAccount extends BuiltInDocument, Timestamped {
  '@type': 'User';
  username: string;
  emailAddress: string;
  roles: string[];
  emailAddressVerified: boolean;
  newEmailAddress?: string | null;
  /** Only for super administrators. */
  enabled?: boolean;
  _metadata: DocumentMetadata & { mercureSubscribeTopics?: string[] };
}

/** `GET /_/resource_manifest/{id}`: the records of a page by depth. */
export interface ResourceManifest {
  '@context'?: string;
  resource_iris: ResourceManifestEntry[];
  /** With `?embed=documents`: the document of every resource that the caller can read. */
  documents?: ({ '@id': Iri; '@type': string | string[] } & { [member: string]: unknown })[];
}

export interface ResourceManifestEntry {
  iri: Iri;
  children: ResourceManifestEntry[];
}

/** The Form component, with the view of a form type. */
export interface Form<View = FormView> extends BuiltInDocument, Timestamped {
  '@type': 'Form';
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: Iri[];
  componentPositions: Iri[];
  formType: string;
  /** Absent in lists, and if the form type was removed. */
  formView?: View;
}

/** Form tree with these field names, in display order. */
export interface FormView<Name extends string = string> extends Omit<FormNode, 'children'> {
  vars: FormVars & {
    /** URL for the submission. */
    action: string;
    api_disabled?: boolean;
    realtime_validate_disabled?: boolean;
    post_app_proxy?: string;
  };
  children: (FormNode & { vars: { name: Name } })[];
}

export interface FormNode {
  vars: FormVars;
  children: FormNode[];
  /** Prototype of a new entry. */
  prototype?: FormNode;
  rendered: false;
  methodRendered: false;
}

/** Properties of a node. Null members are omitted. */
export interface FormVars {
  name: string;
  full_name: string;
  id: string;
  block_prefixes: string[];
  unique_block_prefix: string;
  disabled: boolean;
  attr: Record<string, string | number | boolean>;
  label?: string | false;
  label_attr?: Record<string, string | number | boolean>;
  help?: string;
  required?: boolean;
  valid?: boolean;
  submitted?: boolean;
  /** Errors of this node only. */
  errors?: string[];
  value?: unknown;
  checked?: boolean;
  multiple?: boolean;
  expanded?: boolean;
  choices?: (FormChoice | FormChoiceGroup)[];
  preferred_choices?: FormChoice[];
  placeholder?: string;
  placeholder_in_choices?: boolean;
  allow_add?: boolean;
  allow_delete?: boolean;
  [member: string]: unknown;
}

export interface FormChoice {
  label: string;
  value: string;
  data: unknown;
  attr: Record<string, string | number | boolean>;
}

export interface FormChoiceGroup {
  label: string;
  choices: FormChoice[];
}

/** Some of the fields, for partial validation. */
export type PartialFields<Fields> = Fields extends readonly (infer Entry)[]
  ? PartialFields<Entry>[]
  : Fields extends object
    ? { [Name in keyof Fields]?: PartialFields<Fields[Name]> }
    : Fields;

/** A submitted file, as success handlers receive it. */
export interface SubmittedFile {
  readonly facts: {
    readonly name: string;
    readonly mediaType: string;
    readonly size: number;
    readonly path: string;
    readonly width?: number;
    readonly height?: number;
  };
}
