import type { JsonValue } from '../json.js';
import type { StoredRecord } from '../records/record.js';
import type { Validate } from '../records/validation.js';
/**
 * The description of a resource type for the runtime. The generator emits one descriptor per schema file; the built-in
 * resources (Layout, Page, Route, ...) are hand-written descriptors of the same shape, so there is one pipeline.
 * Everything here is plain data fixed at build time; values of the deployment are added at boot.
 */
export interface ResourceDescriptor extends DescriptorCore, Partial<Omit<DefaultedMembers, 'pagination' | 'validationGroups'>> {
    /** Settings of the list; the defaults are those of every other list. */
    readonly pagination?: Partial<PaginationDescriptor>;
    readonly validationGroups?: Partial<ValidationGroups>;
}
/** A descriptor with what it leaves out: `completeDescriptor` fills it. */
export interface CompleteDescriptor extends DescriptorCore, DefaultedMembers {
}
/** The members of every descriptor, then those of some types only. */
interface DescriptorCore {
    /** Short name and JSON-LD `@type`, for example `HeroImage`. */
    readonly name: string;
    readonly kind: ResourceKind;
    readonly description?: string;
    /** Collection path after the API prefix, for example `/component/hero_images`. */
    readonly path: string;
    /** Table of the type's own columns, without the deployment's prefix. */
    readonly table: string;
    /** Own fields in declaration order. The base fields of components and page data are added by the registry. */
    readonly fields: readonly FieldDescriptor[];
    /** The own columns for the model of the table; core resources have a table definition instead. */
    readonly attributes?: ModelAttributes;
    /** Member that identifies a record in its IRI in place of the id: a route's `path`, a parameter's `key`. */
    readonly identifier?: string;
    /** Member that item URLs also accept in place of the id, tried first; IRIs are still printed with the id. */
    readonly lookup?: string;
    readonly publishable?: PublishableDescriptor;
    /** A member with the moment at which a record ends being live; publishable types name theirs in `publishable`. */
    readonly expiry?: ExpiryDescriptor;
    readonly timestamped?: TimestampedDescriptor;
    /** What belongs to one feature, by the name of the feature, which alone reads it. */
    readonly extensions?: Readonly<Record<string, object>>;
    /** Every `Callback` rule of the type, those inside other rules and values included. */
    readonly callbacks?: readonly CallbackUse[];
    /** Serialization groups that the holders of a role have for this type, for reads and writes. */
    readonly roleGroups?: readonly {
        readonly role: string;
        readonly groups: readonly string[];
    }[];
    /**
     * Columns that write rules fill and that no record holds (hashes, tokens): what is made of records, in answers, lists,
     * expressions and changes, cannot show them.
     */
    readonly concealed?: readonly ConcealedColumn[];
    /** The view of a record that expressions get; its values by default. */
    readonly expressionObject?: (record: StoredRecord) => Readonly<Record<string, unknown>>;
    /** Its documents are for one caller: no shared cache keeps them, nor what shows a list of them. */
    readonly isPersonal?: boolean;
    /** Access is decided for each record by itself, so relations show its IRI and never a nested document. */
    readonly isNeverEmbedded?: boolean;
    /** Limits for one client: records that it may create, and changes of some members. Beyond them the answer is 429. */
    readonly isThrottled?: boolean;
    /** Its documents hold a list, and read whatever query parameters that list has. */
    readonly readsAnyParameters?: boolean;
    /** Code of the project decides what its documents show, and nothing tells when that changes: no answer is kept. */
    readonly isVolatile?: boolean;
    /** Members of bodies that only say how to write: write rules read them, nothing stores them. */
    readonly writeOptions?: readonly string[];
    /** Name of the parent type; relations typed to the parent accept this type. */
    readonly parent?: string;
    /** Tables that its earlier titles had; a migration renames the first that is there. */
    readonly previousTables?: readonly string[];
}
/** Members that a descriptor may leave out: `complete-descriptor.ts` says what they are then. */
export interface DefaultedMembers {
    /** Identifier in `pageDataClass`, `resourceClass` and `formType`; without the configured namespace. */
    readonly classIdentifier: string;
    readonly operations: readonly OperationName[];
    /** A group must name this type in `allowedComponents` before it may be placed there. */
    readonly positionRestricted: boolean;
    readonly security: SecurityDescriptor;
    readonly pagination: PaginationDescriptor;
    /** Default order, most significant first. */
    readonly order: readonly OrderDescriptor[];
    /** Fields that `order[field]` accepts. */
    readonly orderFields: readonly string[];
    /** Fields (dotted for a related record) that `search` looks at; empty = no `search` parameter. */
    readonly searchFields: readonly string[];
    readonly filters: readonly FilterDescriptor[];
    /** Field lists that must be unique together; each is a database key and a UniqueEntity rule. */
    readonly unique: readonly UniqueDescriptor[];
    readonly indexes: readonly (readonly string[])[];
    readonly validate: Validate;
    readonly validationGroups: ValidationGroups;
    /** Serialization groups that every caller holds for this type, beside the defaults. */
    readonly readGroups: readonly string[];
    readonly writeGroups: readonly string[];
    /** Earlier titles, newest first. */
    readonly renamedFrom: readonly string[];
}
/** Groups added to `Default` on create and on update. */
export interface ValidationGroups {
    readonly create: readonly string[];
    readonly update: readonly string[];
}
export interface ConcealedColumn {
    readonly column: string;
    readonly type: ColumnType;
}
/**
 * Columns as the library of models takes them, by name. They say again what the fields say, so nobody reads them but the adapter
 * of the database, which knows the library.
 */
export type ModelAttributes = Readonly<Record<string, unknown>>;
/** The part of a descriptor from which tables are made: without functions and attributes of models. */
export type TableSource = Omit<ResourceDescriptor, 'validate' | 'attributes'>;
/** Records of the kind `record` are part of no page: messages, bookings (contract decision 104). */
export type ResourceKind = 'core' | 'component' | 'page_data' | 'record';
export type OperationName = 'collection' | 'create' | 'read' | 'update' | 'replace' | 'delete' | 'upload' | 'download' | 'usage';
/** The description of one member of a resource type, by its kind. */
export type FieldDescriptor = ScalarField | ToOneField | InverseOneField | ToManyField | UploadField | ComputedField;
interface FieldBase {
    /** Member name on the wire. */
    readonly name: string;
    readonly description?: string;
    readonly deprecated?: boolean;
    /** Whether documents show the member to anybody. */
    readonly readable: boolean;
    /** Whether bodies may set the member; it is silently ignored otherwise. */
    readonly writable: boolean;
    /** Expression (security dialect) that a reader must pass, else the member is left out. */
    readonly readIf?: string;
    /** Expression that a writer must pass, else the member is ignored. */
    readonly writeIf?: string;
    /** Serialization groups; absent = the default groups of the type. */
    readonly readGroups?: readonly string[];
    readonly writeGroups?: readonly string[];
    /** Columns that held the member under its earlier names (`x-renamed-from`); a migration renames the first that is there. */
    readonly renamedFrom?: readonly string[];
    /**
     * Constraints of the value, those that keywords imply among them, in the notation of the schema files: for clients that judge while
     * somebody types. Those that only the service can judge are left out; `validate` has all of them.
     */
    readonly constraints?: readonly JsonValue[];
    /** The earlier names of the member, as schema files had them. */
    readonly previousNames?: readonly string[];
}
/** How a value is stored; each dialect maps it to one column type. */
export type ColumnType = 'string' | 'text' | 'integer' | 'float' | 'decimal' | 'boolean' | 'datetime' | 'date' | 'time' | 'uuid' | 'json';
/**
 * Whether an order by a member meets nulls. A required relation does not say: it may be kept from the caller. The index of the
 * order follows it, since it serves only the order that it has.
 */
export declare function mayOrderNulls(field: FieldDescriptor): boolean;
/** Names of JSON types as violation messages print them (`This value should be of type bool.`). */
export type JsonTypeName = 'string' | 'int' | 'float' | 'bool' | 'array' | 'object';
export interface ScalarField extends FieldBase {
    readonly kind: 'scalar';
    readonly column: string;
    readonly type: ColumnType;
    /** JSON types a body may send; `null` is ruled by `nullable`. */
    readonly accepts: readonly JsonTypeName[];
    readonly nullable: boolean;
    /** Value of a new record whose body leaves the member out. */
    readonly default?: JsonValue;
    /** A PUT that leaves the member out leaves its value as it is; others return to their default. */
    readonly keptByPut?: boolean;
    readonly length?: number;
    readonly precision?: number;
    readonly scale?: number;
    readonly unique?: boolean;
    readonly index?: boolean;
    readonly enum?: readonly JsonValue[];
    readonly format?: string;
    /** `x-html`: what its HTML may have beside the allowlist, or false for a text that is not HTML. The name says so where it is absent. */
    readonly html?: HtmlRules | false;
    /** The type of the entries of a list, for the documentation, where it is known. */
    readonly items?: JsonTypeName;
}
/** What a project allows in the HTML of one member beside the allowlist (`x-html`). */
export interface HtmlRules {
    /** Element names with the attributes that they may have. */
    readonly elements?: Readonly<Record<string, readonly string[]>>;
    /** Schemes of links and sources. */
    readonly schemes?: readonly string[];
    /** Hosts of which pages may be shown in an `iframe`. */
    readonly frameHosts?: readonly string[];
}
/** Target of a relation: a resource name, or one of the two abstract bases. */
export type RelationTarget = string;
export declare const ABSTRACT_COMPONENT = "AbstractComponent";
export declare const ABSTRACT_PAGE_DATA = "AbstractPageData";
export interface ToOneField extends FieldBase {
    readonly kind: 'to-one';
    readonly target: RelationTarget;
    readonly column: string;
    readonly nullable: boolean;
    readonly unique?: boolean;
    /** The effect on this record when the target is deleted. The application does it; the foreign key is only a safeguard. */
    readonly onDelete: 'set-null' | 'cascade' | 'restrict';
    /** A component-typed property that `page_data_metadatas` lists and dynamic positions may name. */
    readonly slot?: boolean;
    /** Serialise the target as a document rather than as an IRI. */
    readonly embed?: boolean;
}
/** The other side of a one-to-one relation: the target's table holds this record's id in `column`. */
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
     * Reads whose caller may not see the member leave it out of the statement: it names as many records as there are. For members
     * whose `readIf` asks about the caller alone; nothing else that acts on reads may need the value.
     */
    readonly isReadOnDemand?: true;
}
/** Many-to-many through a link table; `owner` says whether the member is declared on this side, or shows the other. */
export interface LinkTable {
    readonly kind: 'link';
    readonly table: string;
    readonly ownColumn: string;
    readonly targetColumn: string;
    readonly owner: boolean;
    /** Earlier names of the table and its columns. */
    readonly previously?: {
        readonly tables: readonly string[];
        readonly ownColumns: readonly string[];
        readonly targetColumns: readonly string[];
    };
}
/** Columns of every link table: the place of a link in the list of the owner, and in that of the other side (ADR 54). */
export declare const LINK_PLACES: {
    readonly owner: "position";
    readonly inverse: "inverse_position";
};
/** The place of links that their side has not sent: behind those that it has sent. */
export declare const LAST_PLACE = 2147483647;
/** One-to-many: the target's table holds the key in `column`; `order` names a column of the target. */
export interface InverseColumn {
    readonly kind: 'inverse';
    readonly column: string;
    readonly order?: string;
}
export interface UploadField extends FieldBase {
    readonly kind: 'upload';
    /** Column of the stored path; never serialised, never writable. */
    readonly column: string;
    readonly adapter: string;
    readonly prefix: string;
    /** Absent: the public address where the filesystem has one, that of the API elsewhere. */
    readonly urlGenerator?: string;
    readonly imagineFilters: readonly string[];
    readonly requiredOnPublish: boolean;
    readonly requiredOnPublishMessage?: string;
    /** `File` and `Image` constraints on the incoming file, in the notation of the schema files. */
    readonly constraints: readonly JsonValue[];
}
export interface ComputedField extends FieldBase {
    readonly kind: 'computed';
    /** First non-null of these paths (each a list of member names; the first may be a relation). */
    readonly coalesce?: readonly (readonly string[])[];
    /** Name of a resolver registered by the application. */
    readonly resolver?: string;
    /** The type of the member, for the documentation, where it is known. */
    readonly answers?: JsonTypeName;
}
export interface PublishableDescriptor {
    /** Wire name of the publication date; `publishedAt` by default. */
    readonly field: string;
    readonly publishedAssociation: string;
    readonly draftAssociation: string;
    /** Replaces the global `publishable.permission` for this type. */
    readonly permission?: string;
    readonly validationGroups: readonly string[];
    /** Wire name of the date on which a record goes offline; types without it have none. */
    readonly expiryField?: string;
}
/** Members of type `datetime`: a record is live from the one moment until the other (contract decision 107). */
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
/** A rule that a function of the project checks. */
export interface CallbackUse {
    /** Name under `extensions.constraints`. */
    readonly name: string;
    /** Member that has the rule; absent for class-level rules. */
    readonly field?: string;
}
export interface PaginationDescriptor {
    readonly enabled: boolean;
    readonly itemsPerPage: number;
    readonly maximumItemsPerPage: number;
    /** The client may choose the page size. */
    readonly clientItemsPerPage: boolean;
    /** The client may switch paging off with `pagination=false`. */
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
export {};
