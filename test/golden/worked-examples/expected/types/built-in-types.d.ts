// Generated from schemas/ by `cms generate`, which overwrites this file.

/** IRI of a record: its path below the server, prefix included. */
export type Iri = string;

/** Facts about a document that are not part of the record. */
export interface DocumentMetadata {
  persisted: boolean;
  /** What keeps a draft from being published, for those who may publish. */
  violations?: ConstraintViolationList;
  [member: string]: unknown;
}

export interface PublishableMetadata {
  published: boolean;
  draftResource: Iri | null;
  publishedAt?: string;
  /** For those who may publish, on types that are placed. */
  locationCount?: number;
}

/** A stored file or one of its variants. */
export interface MediaObject {
  '@context'?: unknown;
  '@id': Iri;
  '@type': 'http://schema.org/MediaObject';
  contentUrl: string;
  /** -1 where it is not known. */
  fileSize: number;
  mimeType: string;
  width?: number;
  height?: number;
  /** Absent on the original. */
  imagineFilter?: string;
  formattedFileSize: string;
}

/** Data properties of a page data type that hold components. */
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

/** Body of an answer 422. */
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

/** A list as `GET` of a collection answers it. */
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
  /** For administrators. */
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
  /** For administrators. */
  isReachableWithoutRoute?: boolean;
}

export interface Route extends BuiltInDocument, Timestamped {
  '@type': 'Route';
  path: string;
  name: string;
  redirect?: Iri | null;
  /** Path of the last hop, on routes that redirect. */
  redirectPath?: string;
  /** IRIs, and in an answer of `/redirects` the routes themselves. */
  redirectedFrom: (Iri | Route)[];
  page?: Iri | null;
  pageData?: Iri | null;
  /** For administrators. */
  id?: string;
  /** For administrators. */
  liveAt?: string | null;
  /** For administrators. */
  expiresAt?: string;
  /** For administrators. */
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

/** A component that shows a list. */
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
  /** In answers of the item itself. */
  collection?: ListDocument<unknown>;
  _metadata: DocumentMetadata & { collection?: true };
}

/** Members of `/me` and `/users`; fields of the application are in `User` where it has some. */
export interface UserAccount extends BuiltInDocument, Timestamped {
  '@type': 'User';
  username: string;
  emailAddress: string;
  roles: string[];
  emailAddressVerified: boolean;
  newEmailAddress?: string | null;
  /** For super administrators. */
  enabled?: boolean;
  _metadata: DocumentMetadata & { mercureSubscribeTopics?: string[] };
}

/** `GET /_/resource_manifest/{id}`: the records that a page is made of, by rendering depth. */
export interface ResourceManifest {
  '@context'?: string;
  resource_iris: ResourceManifestEntry[];
  /** With `?embed=documents`: every resource that the caller may read, once, as its own address answers. */
  documents?: ({ '@id': Iri; '@type': string | string[] } & { [member: string]: unknown })[];
}

export interface ResourceManifestEntry {
  iri: Iri;
  children: ResourceManifestEntry[];
}

/** The Form component: a form type as a tree that a client draws. */
export interface Form<View = FormView> extends BuiltInDocument, Timestamped {
  '@type': 'Form';
  id: string;
  uiComponent?: string | null;
  uiClassNames?: string | string[] | null;
  componentGroups: Iri[];
  componentPositions: Iri[];
  formType: string;
  /** Absent in lists, and where the form type is no longer there. */
  formView?: View;
}

/** The tree of a form whose fields have these names, in the order in which they are shown. */
export interface FormView<Name extends string = string> extends Omit<FormNode, 'children'> {
  vars: FormVars & {
    /** Where it is submitted to. */
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
  /** A new entry of a collection. */
  prototype?: FormNode;
  rendered: false;
  methodRendered: false;
}

/** What a node says of itself; null members are left out. */
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
  /** Of this node alone. */
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

/** Fields of which only some are sent. */
export type PartialFields<Fields> = Fields extends readonly (infer Entry)[]
  ? PartialFields<Entry>[]
  : Fields extends object
    ? { [Name in keyof Fields]?: PartialFields<Fields[Name]> }
    : Fields;

/** A file of a submission, as success handlers are given it. */
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
