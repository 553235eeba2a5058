import type { NamedModel } from 'cms-api-components/internal/kernel/contract/features/schema-folder.js';
import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import type {
  CallbackUse,
  FieldDescriptor,
  JsonTypeName,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { DocumentedDescriptor } from 'cms-api-components/internal/openapi/documented-resource.js';
import type { TableDefinition } from 'cms-api-components/internal/kernel/contract/database/table.js';

/**
 * Intermediate representation with everything that emitters print. Defaults, names and implied rules are resolved.
 * Read-only, JSON-serialisable and canonical: equal schemas give equal bytes in any file order.
 */
export interface ApiModel {
  /** Components, page data and record types, sorted by name. */
  readonly resources: readonly ResourceModel[];
  /** Value objects without routes (`x-resource: embedded`), sorted by name. */
  readonly embedded: readonly EmbeddedModel[];
  /** Files of the folders of features, by the name of the folder, sorted by name. */
  readonly folders: Readonly<Record<string, readonly FolderModel[]>>;
  /** User fields of the project (`User.json`). */
  readonly user?: UserModel;
}

/** The model with the tables derived from it and from the built-in resources. */
export interface ProjectModel extends ApiModel {
  /** Sorted by name. */
  readonly tables: readonly TableDefinition[];
}

export interface ResourceModel extends SourceModel {
  readonly names: ResourceNames;
  readonly descriptor: DocumentedDescriptor;
  /** Declared and inherited (`x-extends`) fields. Inherited ones come first, in declaration order. */
  readonly fields: readonly FieldModel[];
  /** Rules of the whole resource. They run after those of the fields. */
  readonly constraints: readonly ConstraintModel[];
  /**
   * Shapes that `reference` values name: the `$defs` of the file and the embedded types that it uses, sorted by name.
   */
  readonly shapes: readonly ShapeModel[];
  readonly clientSchemas: ClientSchemas;
  /** Example bodies of new records, from the schema file. */
  readonly examples?: readonly JsonObject[];
}

export interface EmbeddedModel extends SourceModel {
  readonly names: ResourceNames;
  readonly description?: string;
  readonly value: ValueModel;
  readonly shapes: readonly ShapeModel[];
  readonly clientSchemas: ClientSchemas;
}

/** A file in the folder of a feature. */
export interface FolderModel extends SourceModel {
  /** Model of the file, as the feature builds it. */
  readonly model: NamedModel;
}

export interface UserModel extends SourceModel {
  readonly names: ResourceNames;
  readonly fields: readonly FieldModel[];
  readonly constraints: readonly ConstraintModel[];
  readonly shapes: readonly ShapeModel[];
  readonly clientSchemas: ClientSchemas;
  readonly callbacks?: readonly CallbackUse[];
}

export interface SourceModel {
  /** Relative to the schemas folder, with `/`: `HeroImage.json`, `forms/ContactType.json`. */
  readonly sourceFile: string;
  /** SHA-256 (hex) of the canonical form of this model without this member. */
  readonly contentHash: string;
}

/** Every identifier that emitters print for a type. Never a reserved word, and unique within a file. */
export interface ResourceNames {
  /** File name without extension: `hero-image`. */
  readonly file: string;
  /** `HeroImage`: document in responses. */
  readonly type: string;
  /** `HeroImageInput`: body of a create or replace. */
  readonly input: string;
  /** `HeroImagePatch`: body of an update. */
  readonly patch: string;
  /** `heroImageAttributes` */
  readonly attributes: string;
  /** `heroImageDescriptor` */
  readonly descriptor: string;
  /** `validateHeroImage` */
  readonly validator: string;
}

export interface FieldModel {
  /** Descriptor for the runtime, printed unchanged. Discriminated by `kind`. */
  readonly descriptor: FieldDescriptor;
  /** Whether `required` of the file lists the field. */
  readonly required: boolean;
  /** Rules in order: NotNull from `required`, implied rules, declared rules. Paths start with the field name. */
  readonly constraints: readonly ConstraintModel[];
  /** Nested structure of a JSON column; undefined for other fields and for JSON columns that accept any value. */
  readonly value?: ValueModel;
  /** JSON Schema of the member in responses. References are `#/$defs/<shape>`. */
  readonly jsonSchema: JsonObject;
}

/** A rule of components.md section 6 with explicit groups and options. */
export interface ConstraintModel {
  /** Path of the violation: a member name, or empty for the whole resource and in nested values. */
  readonly path: string;
  /** Name of the constraint: `Length`. */
  readonly constraint: string;
  /** Options as authored, without `message`, `groups` and `payload`. Further messages (`minMessage`) are included. */
  readonly options: JsonObject;
  readonly groups: readonly string[];
  readonly message?: string;
  readonly payload?: JsonValue;
  /** Rules inside `All` or `Collection`, with relative paths. */
  readonly inner?: readonly InnerConstraints[];
}

/** Rules of one key of `Collection` (with `key`), or of the whole value. */
export interface InnerConstraints {
  readonly key?: string;
  readonly required?: boolean;
  readonly constraints: readonly ConstraintModel[];
}

/** A named shape. Emitters print one check function for each, so that shapes can reference themselves. */
export interface ShapeModel {
  /** `Speaker` */
  readonly name: string;
  /**
   * `validateSpeaker`. Prefixed with the validator name of the type, unique within the file:
   * `validateWorkshopDataSpeaker`.
   */
  readonly validator: string;
  /** `WorkshopDataSpeaker` */
  readonly type: string;
  readonly value: ValueModel;
}

/** Structure of a value in a JSON column. Nested violations have the path `field[0].name`. */
export type ValueModel = LeafValue | ListValue | ObjectValue | ReferenceValue | UnionValue | AnyValue;

interface ValueBase {
  readonly nullable: boolean;
  /** Run if the JSON type is correct and the value is not null. NotNull and NotBlank always run. */
  readonly constraints: readonly ConstraintModel[];
}

export interface LeafValue extends ValueBase {
  readonly kind: 'leaf';
  /** JSON types other than null. */
  readonly accepts: readonly JsonTypeName[];
}

export interface ListValue extends ValueBase {
  readonly kind: 'list';
  readonly items: ValueModel;
}

export interface ObjectValue extends ValueBase {
  readonly kind: 'object';
  readonly properties: readonly PropertyValue[];
  /** Other keys: allowed with any value (`true`), with values of this model, or reported as violations (`false`). */
  readonly additional: boolean | ValueModel;
}

export interface PropertyValue {
  readonly name: string;
  /** A missing key causes the violation "This field is missing." */
  readonly required: boolean;
  readonly value: ValueModel;
}

export interface ReferenceValue extends ValueBase {
  readonly kind: 'reference';
  /** Name of a shape of the same type. */
  readonly shape: string;
}

/** `anyOf` / `oneOf`: at least one option must accept the value. */
export interface UnionValue extends ValueBase {
  readonly kind: 'union';
  readonly options: readonly ValueModel[];
}

export interface AnyValue extends ValueBase {
  readonly kind: 'any';
}

/**
 * Self-contained schemas for json-schema-to-typescript, titled with the names of `ResourceNames`. They include the base
 * members (`@id`, `uiComponent`, `_metadata`, ...) and shapes under `$defs`, titled with their type names.
 */
export interface ClientSchemas {
  readonly read: JsonObject;
  readonly input: JsonObject;
  readonly patch: JsonObject;
}
