import type { JsonValue } from '../json.js';
import type { StoredRecord } from '../records/record.js';
import type { Validate } from '../records/validation.js';

/**
 * Runtime description of a resource type. The generator emits one descriptor per schema file. Built-in
 * resources (Layout, Page, Route, ...) have hand-written descriptors of the same shape, so there is one
 * pipeline. Descriptors are plain data fixed at build time; deployment settings are added at boot.
 *
 * @example
 * const booking: ResourceDescriptor = {
 *   name: 'Booking',
 *   kind: 'record',
 *   path: '/bookings',
 *   table: 'booking',
 *   fields: [],
 * };
 */
export interface ResourceDescriptor
  extends DescriptorCore, Partial<Omit<DefaultedMembers, 'pagination' | 'validationGroups'>> {
  /** Pagination settings that differ from the global defaults. */
  readonly pagination?: Partial<PaginationDescriptor>;
  readonly validationGroups?: Partial<ValidationGroups>;
}

/** A descriptor with all defaults, as returned by `completeDescriptor`. */
export interface CompleteDescriptor extends DescriptorCore, DefaultedMembers {}

/** Members of every descriptor, then members of some types only. */
interface DescriptorCore {
  /** Short name and JSON-LD `@type`, for example `HeroImage`. */
  readonly name: string;
  readonly kind: ResourceKind;
  readonly description?: string;
  /** Collection path after the API prefix, for example `/component/hero_images`. */
  readonly path: string;
  /** Table of the type's own columns, without the deployment's prefix. */
  readonly table: string;
  /** Own fields in declaration order. The registry adds the base fields of components and page data. */
  readonly fields: readonly FieldDescriptor[];
  /** Column attributes for the table's model. Core resources have a table definition instead. */
  readonly attributes?: ModelAttributes;
  /** Field that identifies a record in its IRI instead of the id: a route's `path`, a parameter's `key`. */
  readonly identifier?: string;
  /** Field that item URLs also accept instead of the id, tried first. IRIs are still printed with the id. */
  readonly lookup?: string;
  readonly publishable?: PublishableDescriptor;
  /** Fields with a record's live period; publishable types declare theirs in `publishable`. */
  readonly expiry?: ExpiryDescriptor;
  readonly timestamped?: TimestampedDescriptor;
  /** Feature-specific members by feature name, each read by that feature only. */
  readonly extensions?: Readonly<Record<string, object>>;
  /** All `Callback` rules of the type, including nested ones and those of values. */
  readonly callbacks?: readonly CallbackUse[];
  /** Additional serialization groups of a role for reads and writes of this type. */
  readonly roleGroups?: readonly { readonly role: string; readonly groups: readonly string[] }[];
  /**
   * Secret columns (hashes, tokens) that write rules fill. They are not part of records, so responses, lists,
   * expressions and changes cannot expose them.
   */
  readonly concealed?: readonly ConcealedColumn[];
  /** Returns the view of a record for expressions; default: its values. */
  readonly expressionObject?: (record: StoredRecord) => Readonly<Record<string, unknown>>;
  /**
   * Whether documents depend on the caller. Shared caches then store neither them nor lists that contain
   * them.
   */
  readonly isPersonal?: boolean;
  /**
   * Whether access is decided per record, so that relations show only its IRI and never a nested document.
   */
  readonly isNeverEmbedded?: boolean;
  /** Whether the creation of records and changes of some fields are rate limited per client (429). */
  readonly isThrottled?: boolean;
  /** Whether its documents contain a list and accept that list's query parameters. */
  readonly readsAnyParameters?: boolean;
  /** Whether project code computes what its documents show, so that responses must not be cached. */
  readonly isVolatile?: boolean;
  /** Body members that control a write: write rules read them, and they are not stored. */
  readonly writeOptions?: readonly string[];
  /** Name of the parent type. Relations typed to the parent accept this type. */
  readonly parent?: string;
  /** Previous tables of the type; a migration renames the first that exists. */
  readonly previousTables?: readonly string[];
}

/** Optional descriptor members; `complete-descriptor.ts` has the defaults. */
export interface DefaultedMembers {
  /** Identifier in `pageDataClass`, `resourceClass` and `formType`, without the configured namespace. */
  readonly classIdentifier: string;
  readonly operations: readonly OperationName[];
  /** Whether a group must list this type in `allowedComponents` to accept it. */
  readonly positionRestricted: boolean;
  readonly security: SecurityDescriptor;
  readonly pagination: PaginationDescriptor;
  /** Default order, most significant field first. */
  readonly order: readonly OrderDescriptor[];
  /** Fields accepted by `order[field]`. */
  readonly orderFields: readonly string[];
  /** Fields that `search` reads, dotted for related records; empty: no `search` parameter. */
  readonly searchFields: readonly string[];
  readonly filters: readonly FilterDescriptor[];
  /** Lists of fields that are unique together. Each is a database key and a UniqueEntity rule. */
  readonly unique: readonly UniqueDescriptor[];
  readonly indexes: readonly (readonly string[])[];
  readonly validate: Validate;
  readonly validationGroups: ValidationGroups;
  /** Serialization groups of every caller for this type, in addition to the defaults. */
  readonly readGroups: readonly string[];
  readonly writeGroups: readonly string[];
  /** Previous titles, newest first. */
  readonly renamedFrom: readonly string[];
}

/** Validation groups added to `Default` on create and on update. */
export interface ValidationGroups {
  readonly create: readonly string[];
  readonly update: readonly string[];
}

export interface ConcealedColumn {
  readonly column: string;
  readonly type: ColumnType;
}

/**
 * Columns by name, in the format of the model library. They repeat the fields, so only the database adapter
 * reads them.
 */
export type ModelAttributes = Readonly<Record<string, unknown>>;

/** The part of a descriptor that tables are derived from, without functions and model attributes. */
export type TableSource = Omit<ResourceDescriptor, 'validate' | 'attributes'>;

/**
 * Kinds of resources. Records of the kind `record` are not part of pages: messages, bookings (contract
 * decision 104).
 */
export type ResourceKind = 'core' | 'component' | 'page_data' | 'record';

export type OperationName =
  'collection' | 'create' | 'read' | 'update' | 'replace' | 'delete' | 'upload' | 'download' | 'usage';

/**
 * Descriptor of a field of a resource type, by kind.
 *
 * @example
 * const name: FieldDescriptor = {
 *   kind: 'scalar',
 *   name: 'name',
 *   column: 'name',
 *   type: 'string',
 *   accepts: ['string'],
 *   nullable: false,
 *   readable: true,
 *   writable: true,
 * };
 */
export type FieldDescriptor =
  ScalarField | ToOneField | InverseOneField | ToManyField | UploadField | ComputedField;

interface FieldBase {
  /** Member name in JSON. */
  readonly name: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** Whether documents contain the field at all. */
  readonly readable: boolean;
  /** Whether request bodies may set the field; it is silently ignored otherwise. */
  readonly writable: boolean;
  /** Security expression that a reader must satisfy; otherwise the field is omitted. */
  readonly readIf?: string;
  /** Security expression that a writer must satisfy; otherwise the field is ignored. */
  readonly writeIf?: string;
  /** Serialization groups; absent: the default groups of the type. */
  readonly readGroups?: readonly string[];
  readonly writeGroups?: readonly string[];
  /** Columns of previous field names (`x-renamed-from`); a migration renames the first that exists. */
  readonly renamedFrom?: readonly string[];
  /**
   * Constraints of the value in schema file notation, including those implied by keywords, for validation in
   * clients. Constraints that need the server are left out; `validate` has all of them.
   */
  readonly constraints?: readonly JsonValue[];
  /** Previous field names in schema files. */
  readonly formerNames?: readonly string[];
}

/**
 * Storage type of a value; each dialect maps it to one column type.
 *
 * @example
 * const dates: readonly ColumnType[] = ['date', 'datetime'];
 */
export type ColumnType =
  | 'string'
  | 'text'
  | 'integer'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'datetime'
  | 'date'
  | 'time'
  | 'uuid'
  | 'json';

/**
 * Returns whether ordering by a field meets nulls. That of a required relation may, because access rules can
 * hide it. The index must match, since it serves only the order it was created with.
 */
export function mayOrderNulls(field: FieldDescriptor): boolean {
  return field.kind !== 'scalar' || field.nullable;
}

/** JSON type names as printed in violation messages (`This value should be of type bool.`). */
export type JsonTypeName = 'string' | 'int' | 'float' | 'bool' | 'array' | 'object';

export interface ScalarField extends FieldBase {
  readonly kind: 'scalar';
  readonly column: string;
  readonly type: ColumnType;
  /** JSON types accepted in a body; `nullable` decides about `null`. */
  readonly accepts: readonly JsonTypeName[];
  readonly nullable: boolean;
  /** Value of a new record whose body omits the field. */
  readonly default?: JsonValue;
  /** Whether a PUT without the field keeps the stored value; other fields return to their default. */
  readonly keptByPut?: boolean;
  readonly length?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly unique?: boolean;
  readonly index?: boolean;
  readonly enum?: readonly JsonValue[];
  readonly format?: string;
  /**
   * `x-html`: HTML allowed beyond the allowlist, or false for plain text. If absent, the field name decides.
   */
  readonly html?: HtmlRules | false;
  /** Type of list entries for the documentation, if known. */
  readonly items?: JsonTypeName;
}

/** HTML that a project allows in a field beyond the allowlist (`x-html`). */
export interface HtmlRules {
  /** Allowed attributes by element name. */
  readonly elements?: Readonly<Record<string, readonly string[]>>;
  /** Allowed URL schemes of links and sources. */
  readonly schemes?: readonly string[];
  /** Allowed hosts of `iframe` sources. */
  readonly frameHosts?: readonly string[];
}

/** Target of a relation: a resource name, or one of the two abstract base types. */
export type RelationTarget = string;
export const ABSTRACT_COMPONENT = 'AbstractComponent';
export const ABSTRACT_PAGE_DATA = 'AbstractPageData';

export interface ToOneField extends FieldBase {
  readonly kind: 'to-one';
  readonly target: RelationTarget;
  readonly column: string;
  readonly nullable: boolean;
  readonly unique?: boolean;
  /**
   * Effect on this record when the target is deleted. The application applies it; the foreign key is only a
   * safeguard.
   */
  readonly onDelete: 'set-null' | 'cascade' | 'restrict';
  /** Whether it is a component slot, which `page_data_metadatas` lists and dynamic positions may name. */
  readonly slot?: boolean;
  /** Whether to serialize the target as a document rather than as an IRI. */
  readonly embed?: boolean;
}

/** The inverse side of a one-to-one relation: the target's table holds this record's id in `column`. */
export interface InverseOneField extends FieldBase {
  readonly kind: 'inverse-one';
  readonly target: RelationTarget;
  readonly column: string;
  readonly embed?: boolean;
}

export interface ToManyField extends FieldBase {
  readonly kind: 'to-many';
  readonly target: RelationTarget;
  readonly through: LinkTable | InverseColumn;
  readonly embed?: boolean;
  /**
   * Whether reads for callers who may not see the field skip its query, which returns one id per related
   * record. For fields whose `readIf` depends on the caller alone and that no other read code uses.
   */
  readonly isReadOnDemand?: true;
}

/**
 * Many-to-many relation through a link table. `owner`: whether the field is declared on this side or is the
 * inverse.
 */
export interface LinkTable {
  readonly kind: 'link';
  readonly table: string;
  readonly ownColumn: string;
  readonly targetColumn: string;
  readonly owner: boolean;
  /** Previous names of the table and its columns. */
  readonly previously?: {
    readonly tables: readonly string[];
    readonly ownColumns: readonly string[];
    readonly targetColumns: readonly string[];
  };
}

/**
 * Position columns of every link table: the link's position in the owner's list and in the inverse list (ADR
 * 54).
 */
export const LINK_PLACES = { owner: 'position', inverse: 'inverse_position' } as const;

/** Position of links that their side has not sent, after all those it has sent. */
export const LAST_PLACE = 2_147_483_647;

/**
 * One-to-many relation: the target's table holds the key in `column`. `order` names a column of the target.
 */
export interface InverseColumn {
  readonly kind: 'inverse';
  readonly column: string;
  readonly order?: string;
}

export interface UploadField extends FieldBase {
  readonly kind: 'upload';
  /** Column of the stored path; never serialized or writable. */
  readonly column: string;
  readonly adapter: string;
  readonly prefix: string;
  /** Name of the URL generator; default: the public URL if the filesystem has one, else the API's. */
  readonly urlGenerator?: string;
  readonly imagineFilters: readonly string[];
  readonly requiredOnPublish: boolean;
  readonly requiredOnPublishMessage?: string;
  /** `File` and `Image` constraints on the uploaded file, in schema file notation. */
  readonly constraints: readonly JsonValue[];
}

export interface ComputedField extends FieldBase {
  readonly kind: 'computed';
  /** Paths (lists of field names, the first may be a relation) of which the first non-null value is used. */
  readonly coalesce?: readonly (readonly string[])[];
  /** Name of a resolver that the application registers. */
  readonly resolver?: string;
  /** Type of the field for the documentation, if known. */
  readonly answers?: JsonTypeName;
}

export interface PublishableDescriptor {
  /** JSON name of the publication date; default `publishedAt`. */
  readonly field: string;
  readonly publishedAssociation: string;
  readonly draftAssociation: string;
  /** Overrides the global `publishable.permission` for this type. */
  readonly permission?: string;
  readonly validationGroups: readonly string[];
  /** JSON name of the unpublish date; absent if the type has none. */
  readonly expiryField?: string;
}

/** Fields of type `datetime` that bound the period in which a record is live (contract decision 107). */
export interface ExpiryDescriptor {
  readonly startField: string;
  readonly endField: string;
}

export interface TimestampedDescriptor {
  readonly createdAtField: string;
  readonly modifiedAtField: string;
}

export type SecurityOperation = 'collection' | 'read' | 'create' | 'update' | 'delete';
export type SecurityDescriptor = Readonly<Partial<Record<SecurityOperation, string>>> & {
  readonly message?: string;
};

/** A rule implemented by a function of the project. */
export interface CallbackUse {
  /** Name under `extensions.constraints`. */
  readonly name: string;
  /** Field that has the rule; absent for class-level rules. */
  readonly field?: string;
}

export interface PaginationDescriptor {
  readonly enabled: boolean;
  readonly itemsPerPage: number;
  readonly maximumItemsPerPage: number;
  /** Whether the client may choose the page size. */
  readonly clientItemsPerPage: boolean;
  /** Whether the client may disable pagination with `pagination=false`. */
  readonly clientEnabled: boolean;
}

export interface OrderDescriptor {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

export interface FilterDescriptor {
  readonly parameter: string;
  readonly field: string;
  readonly strategy: 'exact' | 'partial' | 'start' | 'end' | 'boolean' | 'date' | 'range' | 'exists';
  readonly caseSensitive: boolean;
}

export interface UniqueDescriptor {
  readonly fields: readonly string[];
  readonly message?: string;
}
