import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import type {
  CallbackUse,
  FieldDescriptor,
  JsonTypeName,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { DocumentedDescriptor } from 'cms-api-components/internal/openapi/documented-resource.js';
import type { TableDefinition } from 'cms-api-components/internal/kernel/contract/database/table.js';

/**
 * The intermediate representation: everything the emitters print, with every default, name and implied rule already
 * decided. Read-only, JSON-serialisable and canonical, so equal schemas give equal bytes whatever the order of files.
 */
export interface ApiModel {
  /** Components and page data types, ordered by name. */
  readonly resources: readonly ResourceModel[];
  /** Value objects without routes (`x-resource: embedded`), ordered by name. */
  readonly embedded: readonly EmbeddedModel[];
  /** Form definitions, ordered by name. */
  readonly forms: readonly FormModel[];
  /** The application's own user fields (`User.json`). */
  readonly user?: UserModel;
}

/** The model with the tables that follow from it and from the built-in resources. */
export interface ProjectModel extends ApiModel {
  /** Ordered by name. */
  readonly tables: readonly TableDefinition[];
}

export interface ResourceModel extends SourceModel {
  readonly names: ResourceNames;
  readonly descriptor: DocumentedDescriptor;
  /** Own and inherited (`x-extends`) fields; inherited ones first, then in declaration order. */
  readonly fields: readonly FieldModel[];
  /** Class-level rules; they run after those of the fields. */
  readonly constraints: readonly ConstraintModel[];
  /** Shapes that `reference` values name: the file's `$defs` and the embedded types it uses, ordered by name. */
  readonly shapes: readonly ShapeModel[];
  readonly clientSchemas: ClientSchemas;
  /** Bodies of new records, as the schema file states them. */
  readonly examples?: readonly JsonObject[];
}

export interface EmbeddedModel extends SourceModel {
  readonly names: ResourceNames;
  readonly description?: string;
  readonly value: ValueModel;
  readonly shapes: readonly ShapeModel[];
  readonly clientSchemas: ClientSchemas;
}

export interface FormModel extends SourceModel {
  readonly name: string;
  readonly names: FormNames;
  /** The checked definition without `$schema`, as `Manifest.forms` holds it. */
  readonly definition: JsonObject;
  readonly shapes: FormShapes;
}

/** Every identifier that emitters print for a form type. */
export interface FormNames {
  /** File name without extension: `contact-type`. */
  readonly file: string;
  /** `ContactSubmission`: body of a whole submission. */
  readonly submission: string;
  /** `ContactSubmissionPatch`: body of a partial one. */
  readonly patch: string;
  /** `ContactFields`: what a submission holds below the name of the form, and what forms around this one nest. */
  readonly fields: string;
  /** `ContactData`: what a success handler is given. */
  readonly data: string;
  /** `ContactView`: the tree that a client draws. */
  readonly view: string;
  /** `ContactFieldTypes`: what each of its fields is. */
  readonly fieldTypes: string;
  /** All client types. */
  readonly types: readonly string[];
}

/** The shapes that clients send to a form type, and that its success handlers receive. */
export interface FormShapes {
  /** Empty where the fields stand at the top level. */
  readonly rootName: string;
  readonly sent: FormShape;
  readonly data: FormShape;
  /** What each field of the tree is, by its name. */
  readonly fieldTypes: ObjectShape;
}

export type FormShape =
  | { readonly kind: 'scalar'; readonly types: readonly ('string' | 'number' | 'boolean' | 'null')[] }
  | { readonly kind: 'literals'; readonly values: readonly JsonValue[] }
  /** A type by its name: of the form whose file is named, or else a built-in one. */
  | { readonly kind: 'reference'; readonly type: string; readonly form?: string }
  | { readonly kind: 'list'; readonly items: FormShape }
  /** A list, or an object by index. */
  | { readonly kind: 'entries'; readonly items: FormShape }
  /** Parts of a date. */
  | { readonly kind: 'parts' }
  | { readonly kind: 'union'; readonly options: readonly FormShape[] }
  | ObjectShape;

export interface ObjectShape {
  readonly kind: 'object';
  readonly members: readonly MemberShape[];
}

export interface MemberShape {
  readonly name: string;
  readonly optional: boolean;
  readonly shape: FormShape;
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

/** Every identifier an emitter prints for a type; none is a reserved word, none clashes within a file. */
export interface ResourceNames {
  /** File name without extension: `hero-image`. */
  readonly file: string;
  /** `HeroImage`: document as a client reads it. */
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
  /** The runtime's descriptor, to be printed as it is; discriminated by `kind`. */
  readonly descriptor: FieldDescriptor;
  /** Listed in the file's `required`. */
  readonly required: boolean;
  /** Ordered: NotNull of `required`, implied rules, then the authored ones. Paths start with the field name. */
  readonly constraints: readonly ConstraintModel[];
  /** Inner structure of a JSON column; absent for other fields and for JSON columns that take any value. */
  readonly value?: ValueModel;
  /** JSON Schema of the member as read (client form, references to `#/$defs/<shape>`). */
  readonly jsonSchema: JsonObject;
}

/** One rule of components.md section 6 with its groups and options spelled out. */
export interface ConstraintModel {
  /** The path of the violation: a member name, or empty at class level and inside a value tree. */
  readonly path: string;
  /** Name in the catalogue: `Length`. */
  readonly constraint: string;
  /** Catalogue options as authored, without `message`, `groups` and `payload`; further messages (`minMessage`) stay here. */
  readonly options: JsonObject;
  readonly groups: readonly string[];
  readonly message?: string;
  readonly payload?: JsonValue;
  /** Rules inside `All` or `Collection`; paths relative. */
  readonly inner?: readonly InnerConstraints[];
}

/** The rules of one key of `Collection` (with `key`), or of the whole value. */
export interface InnerConstraints {
  readonly key?: string;
  readonly required?: boolean;
  readonly constraints: readonly ConstraintModel[];
}

/** A named shape; emitters make one check function of each, so that shapes may refer to themselves. */
export interface ShapeModel {
  /** `Speaker` */
  readonly name: string;
  /** `validateSpeaker`: prefixed by the type's validator name, unique within the file: `validateWorkshopDataSpeaker`. */
  readonly validator: string;
  /** `WorkshopDataSpeaker` */
  readonly type: string;
  readonly value: ValueModel;
}

/** Structure of a value inside a JSON column. Violations inside report `field[0].name`. */
export type ValueModel = LeafValue | ListValue | ObjectValue | ReferenceValue | UnionValue | AnyValue;

interface ValueBase {
  readonly nullable: boolean;
  /** Run when the JSON type is right and the value is not null, except NotNull and NotBlank, which always run. */
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
  /** Whether other keys are allowed, with any value (`true`) or values of this model; `false` makes them violations. */
  readonly additional: boolean | ValueModel;
}

export interface PropertyValue {
  readonly name: string;
  /** Absent key: violation "This field is missing." */
  readonly required: boolean;
  readonly value: ValueModel;
}

export interface ReferenceValue extends ValueBase {
  readonly kind: 'reference';
  /** Name of a shape of the same type. */
  readonly shape: string;
}

/** `anyOf` / `oneOf`: one option must accept the value. */
export interface UnionValue extends ValueBase {
  readonly kind: 'union';
  readonly options: readonly ValueModel[];
}

export interface AnyValue extends ValueBase {
  readonly kind: 'any';
}

/**
 * Self-contained schemas for json-schema-to-typescript, titled with the names of `ResourceNames`; base members
 * (`@id`, `uiComponent`, `_metadata`, ...) included, shapes under `$defs` titled with their type names.
 */
export interface ClientSchemas {
  readonly read: JsonObject;
  readonly input: JsonObject;
  readonly patch: JsonObject;
}
