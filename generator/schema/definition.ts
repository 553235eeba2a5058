import type { ConstraintNotation } from 'cms-api-components/internal/kernel/contract/schema/constraints.js';
import type { JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import type {
  ColumnType,
  FilterDescriptor,
  HtmlRules,
  OperationName,
  PaginationDescriptor,
  PublishableDescriptor,
  SecurityDescriptor,
  TimestampedDescriptor,
  ValidationGroups,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';

/** Kinds of types with stored records and a URL. */
export type RoutedKind = 'component' | 'page_data' | 'record';

/** A schema file as authored, validated by the meta-schema (components.md section 11). */
export interface ResourceDefinition extends JsonSchemaNode {
  readonly title: string;
  readonly properties?: Readonly<Record<string, FieldDefinition>>;
  readonly $defs?: Readonly<Record<string, JsonSchemaNode>>;
  readonly 'x-resource': RoutedKind | 'embedded';
  readonly 'x-class'?: string;
  readonly 'x-plural'?: string;
  readonly 'x-table'?: string;
  readonly 'x-operations'?: readonly OperationName[];
  readonly 'x-publishable'?: boolean | Partial<PublishableDescriptor>;
  readonly 'x-timestamped'?: boolean | Partial<TimestampedDescriptor>;
  readonly 'x-mercure'?:
    | boolean
    | {
        readonly private?: boolean;
        readonly topics?: readonly string[];
        readonly normalizationGroups?: readonly string[];
      };
  readonly 'x-history'?: boolean;
  readonly 'x-position-restricted'?: boolean;
  readonly 'x-security'?: string | SecurityDescriptor;
  readonly 'x-editing-permission'?: boolean;
  readonly 'x-pagination'?: Partial<PaginationDescriptor>;
  readonly 'x-order'?: Readonly<Record<string, 'asc' | 'desc'>>;
  readonly 'x-order-fields'?: readonly string[];
  readonly 'x-search'?: readonly string[];
  readonly 'x-filters'?: Readonly<Record<string, Partial<FilterDescriptor>>>;
  readonly 'x-validation-groups'?: Partial<ValidationGroups>;
  readonly 'x-read-groups'?: readonly string[];
  readonly 'x-write-groups'?: readonly string[];
  readonly 'x-unique'?: readonly (readonly string[])[];
  readonly 'x-indexes'?: readonly (readonly string[])[];
  /** Hints for front ends that read the schema files. */
  readonly 'x-ui'?: { readonly defaultComponent?: string; readonly classNames?: readonly string[] };
  readonly 'x-virtual'?: string;
  readonly 'x-extends'?: string;
  readonly 'x-renamed-from'?: readonly string[];
}

/** `User.json`: user fields of the project. */
export interface UserDefinition extends JsonSchemaNode {
  readonly title: 'User';
  readonly properties?: Readonly<Record<string, FieldDefinition>>;
  readonly $defs?: Readonly<Record<string, JsonSchemaNode>>;
}

export type JsonTypeKeyword = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** The subset of JSON Schema in schema files, at any depth. */
export interface JsonSchemaNode {
  readonly $ref?: string;
  readonly type?: JsonTypeKeyword | readonly JsonTypeKeyword[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchemaNode;
  readonly additionalProperties?: boolean | JsonSchemaNode;
  readonly allOf?: readonly JsonSchemaNode[];
  readonly anyOf?: readonly JsonSchemaNode[];
  readonly oneOf?: readonly JsonSchemaNode[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly tsType?: string;
  readonly 'x-constraints'?: readonly ConstraintDefinition[];
}

/** An entry of the root `properties`. */
export interface FieldDefinition extends JsonSchemaNode {
  readonly 'x-column'?: ColumnKeyword;
  readonly 'x-relation'?: RelationKeyword;
  readonly 'x-component'?: string;
  readonly 'x-upload'?: UploadKeyword;
  readonly 'x-groups'?: { readonly read?: readonly string[]; readonly write?: readonly string[] };
  readonly 'x-read-if'?: string;
  readonly 'x-write-if'?: string;
  readonly 'x-computed'?: { readonly resolver?: string; readonly coalesce?: readonly string[] };
  /** Earlier names, newest first. */
  readonly 'x-renamed-from'?: readonly string[];
  /** Whether a text is HTML, and additions to the allowlist. */
  readonly 'x-html'?: boolean | HtmlRules;
  readonly 'x-searchable'?: boolean;
  readonly 'x-sortable'?: boolean;
}

export interface ColumnKeyword {
  readonly name?: string;
  readonly type?: ColumnType;
  readonly length?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly unique?: boolean;
  readonly index?: boolean;
}

export interface RelationKeyword {
  readonly target: string;
  readonly kind?: 'manyToOne' | 'oneToOne' | 'manyToMany' | 'oneToMany';
  readonly mappedBy?: string;
  readonly inversedBy?: string;
  readonly joinColumn?: string;
  readonly onDelete?: 'SET NULL' | 'CASCADE' | 'RESTRICT';
  readonly embed?: boolean;
}

export interface UploadKeyword {
  readonly adapter: string;
  readonly property?: string;
  readonly prefix?: string;
  readonly urlGenerator?: string;
  readonly imagineFilters?: readonly string[];
  readonly requiredOnPublish?: boolean;
  readonly requiredOnPublishMessage?: string;
}

/** Constraint notation of schema files. */
export type ConstraintDefinition = ConstraintNotation;

export { constraintEntry } from 'cms-api-components/internal/kernel/contract/schema/constraints.js';

/** A nested shape and the keys that lead to it. */
interface ChildNode {
  readonly node: JsonSchemaNode;
  readonly keys: readonly (string | number)[];
}

/** Returns the direct child shapes of a shape. */
export function childNodes(node: JsonSchemaNode): readonly ChildNode[] {
  const { properties = {}, items, additionalProperties: rest } = node;
  return [
    ...Object.entries(properties).map(([name, child]) => ({ node: child, keys: ['properties', name] })),
    ...(items === undefined ? [] : [{ node: items, keys: ['items'] }]),
    ...(typeof rest === 'object' ? [{ node: rest, keys: ['additionalProperties'] }] : []),
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (node[keyword] ?? []).map((child, index) => ({ node: child, keys: [keyword, index] })),
    ),
  ];
}
