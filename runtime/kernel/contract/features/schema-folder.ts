import type { Code } from '../code.js';
import type { JsonObject } from '../json.js';
import type { ConstraintNotation } from '../schema/constraints.js';
import type { FieldDescriptor, ResourceKind, SecurityDescriptor } from '../schema/resource.js';

/**
 * A folder of `schemas/` whose files belong to a feature. `cms generate` reads it together with the types, and ignores
 * folders that no feature declares.
 *
 * @example
 * const menus: SchemaFolder = { name: 'menus', load: () => import('./menu-files.js') };
 */
export interface SchemaFolder {
  /** Name of the folder, such as `forms`. The manifest contains the definitions under the same name. */
  readonly name: string;
  /** Keys of `extensions` in the configuration with functions that the files name. */
  readonly functions?: readonly string[];
  /** Loads the module that describes the files. Only `cms generate` calls it. */
  load(): Promise<{ readonly schemaFiles: SchemaFiles }>;
}

/**
 * Checks, model and generated files of a schema folder. `Definition` is the content of a valid file. `Model` contains
 * the input of the generated files, which are printed again when it changes.
 *
 * @example
 * export const schemaFiles: SchemaFiles<{ readonly name: string }> = {
 *   metaSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
 *   check: (files, { checkFileName }) => files.forEach((file) => checkFileName(file, 'name', file.definition.name)),
 *   build: (definitions) => definitions,
 *   definitionOf: (model) => ({ ...model }),
 * };
 */
export interface SchemaFiles<Definition extends object = object, Model extends NamedModel = NamedModel> {
  /** JSON Schema of a file, or the file name of a meta-schema in the package of the generator. */
  readonly metaSchema: JsonObject | string;
  /** Reports mistakes that the meta-schema can't describe. */
  check(files: readonly FolderFile<Definition>[], checks: SchemaChecks): void;
  /** Returns the models of valid files, in the same order. They consist of JSON values. */
  build(definitions: readonly Definition[]): readonly Model[];
  /** Returns the definition for the manifest, from which the feature reads it at startup. */
  definitionOf(model: Model): JsonObject;
  /** Describes the TypeScript types of a model, in `types/`. */
  typesOf?(model: Model): GeneratedTypes;
  /** Describes the schema with which front ends validate values of a model, in `client/schemas/`. */
  clientSchemaOf?(model: Model, all: readonly Model[]): ClientSchema;
  /** Describes the module of the client with an export for each model, in `client/`. */
  clientModuleOf?(models: readonly Model[]): ClientModule;
}

export interface NamedModel {
  /** Unique name in the folder. Determines the order of models. */
  readonly name: string;
}

/** A file of the folder, without the values that its meta-schema rejected. */
export interface FolderFile<Definition extends object = object> {
  readonly source: {
    /** Path in messages: `schemas/forms/ContactType.json`. */
    readonly file: string;
    /** Path relative to `schemas/`. */
    readonly path: string;
  };
  readonly definition: Definition;
  readonly place: SchemaPlace;
}

/** Position of a value in a schema file. Problems are reported on it. */
export interface SchemaPlace {
  /** Returns the position of a nested value. */
  below(...keys: readonly (string | number)[]): SchemaPlace;
  /** Reports a problem at this position, and the correct notation. */
  report(message: string, hint: string): void;
}

/**
 * Checks of the generator, and the types that files can refer to.
 *
 * @example
 * const typeNames = ({ types }: SchemaChecks): readonly string[] => types.map(({ title }) => title);
 */
export interface SchemaChecks {
  readonly types: readonly AuthoredType[];
  /** Names of built-in types and files, which no schema file can use. */
  readonly reservedNames: ReadonlySet<string>;
  /** Returns the members of a stored type or of `User`, or undefined for other names. */
  membersOf(type: string): readonly FieldDescriptor[] | undefined;
  /** Checks that the name in a file equals the name of the file. */
  checkFileName(file: FolderFile, keyword: string, name: string): void;
  checkConstraints(constraints: readonly ConstraintNotation[], place: SchemaPlace): void;
  /** Checks that the configuration registers a function. */
  checkFunction(place: SchemaPlace, used: UsedFunction): void;
}

/** A type of the project: a schema file outside the folders of features. */
export interface AuthoredType {
  readonly title: string;
  /** Path in messages. */
  readonly file: string;
  readonly classIdentifier?: string;
  /** `embedded` for types without records of their own. */
  readonly kind: Exclude<ResourceKind, 'core'> | 'embedded';
  readonly security?: string | SecurityDescriptor;
  /** Names of its generated files and exported types. */
  readonly generated: { readonly file: string; readonly types: readonly string[] };
}

/** Reference to a function of the project in a schema file. */
export interface UsedFunction {
  /** Kind in messages, such as `success handler`. */
  readonly kind: string;
  /** Key of `extensions` that registers it. */
  readonly key: string;
  readonly name: string;
}

export interface GeneratedTypes {
  /** File name without extension. */
  readonly file: string;
  /** Names of the types, which `types/index.d.ts` exports. */
  readonly names: readonly string[];
  print(use: UseType): readonly TypeAlias[];
}

/** Imports a type from another file of `types/`; default: the built-in types. Returns its name. */
export type UseType = (name: string, file?: string) => string;

export interface TypeAlias {
  readonly name: string;
  /** TypeScript source of the type. */
  readonly type: string;
  readonly description: string;
}

export interface ClientSchema {
  /** File name without extension. */
  readonly file: string;
  /** Name of the exported schema, and of the type of its values. */
  readonly name: string;
  /** Other models that the file depends on. */
  readonly dependsOn: readonly NamedModel[];
  /** Names of all constants of the file. */
  readonly constants: readonly string[];
  print(file: ClientSchemaFile): readonly SchemaConstant[];
}

/** Tools for printing a file of `client/schemas/`. */
export interface ClientSchemaFile {
  /** Imports a name from another schema file; default: the rules of the client. Returns it as code. */
  use(name: string, file?: string): Code;
  /** Adds a function that checks constraints. Returns its name, or undefined if browsers can't check any of them. */
  addCheck(constraints: readonly ConstraintNotation[]): Code | undefined;
  /** Prints a JSON value that may contain code. */
  literal(value: object): string;
}

export interface SchemaConstant {
  readonly name: string;
  /** TypeScript source of the value. */
  readonly value: string;
  /** Default true. */
  readonly isExported?: boolean;
}

export interface ClientModule {
  /** File name without extension. */
  readonly file: string;
  /** JavaScript source. */
  readonly script: string;
  /** TypeScript declarations. */
  readonly declarations: string;
}
