import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type {
  FieldDefinition,
  JsonSchemaNode,
  ResourceDefinition,
  RoutedKind,
  UserDefinition,
} from '../schema/definition.js';
import {
  type DeclaredType,
  declareTypes,
  declareUser,
  inheritedChain,
  type SchemaFile,
  type SchemaSet,
} from '../schema/schema-set.js';
import { buildConstraints, authoredConstraints } from './build-constraints.js';
import { buildDescriptorModel } from './build-descriptor.js';
import { buildField } from './build-field.js';
import { collectShapes } from './build-shapes.js';
import { buildValue } from './build-values.js';
import { byName, contentHash } from '../text/canonicalize.js';
import { collectCallbacks } from './collect-callbacks.js';
import { buildClientSchemas, buildUserSchemas } from './client-schemas.js';
import { clientNode } from './client-node.js';
import { resourceNames } from '../text/naming.js';
import type { ApiModel, EmbeddedModel, FieldModel, FolderModel, ResourceModel, UserModel } from './types.js';

type ResourceFile = SchemaFile<ResourceDefinition>;
type RoutedDefinition = ResourceDefinition & { readonly 'x-resource': RoutedKind };

interface Declarations {
  readonly files: ReadonlyMap<string, ResourceFile>;
  readonly types: ReadonlyMap<string, DeclaredType>;
  /** Sorted titles of a type and its subtypes. */
  readonly concrete: ReadonlyMap<string, readonly string[]>;
}

/**
 * Converts validated definitions to the intermediate representation. The first pass declares types with fields and
 * tables, the second links relations and assigns names. The result doesn't depend on the order of the files. Types in
 * `known`, by file path, are reused.
 */
export function buildModel(
  set: SchemaSet,
  known: (sourceFile: string) => ResourceModel | undefined = () => undefined,
): ApiModel {
  const files = new Map(set.resources.map((file) => [file.definition.title, file]));
  const declarations = { files, types: declareTypes(set), concrete: concreteTypes(files) };
  const routed = set.resources.filter((file) => file.definition['x-resource'] !== 'embedded');
  const embedded = set.resources.filter((file) => file.definition['x-resource'] === 'embedded');
  return {
    resources: routed
      .map((file) => known(file.source.path) ?? buildResource(file, declarations))
      .sort(byName((item) => item.descriptor.name)),
    embedded: embedded
      .map((file) => buildEmbedded(file, declarations))
      .sort(byName((item) => item.names.type)),
    folders: Object.fromEntries(set.folders.map((folder) => [folder.folder.name, buildFolder(folder)])),
    ...(set.user === undefined ? {} : { user: buildUser(set.user, declarations) }),
  };
}

function buildFolder({ folder, files }: SchemaSet['folders'][number]): readonly FolderModel[] {
  const models = folder.files.build(files.map(({ definition }) => definition));
  return models
    .map((model, index): FolderModel => {
      const sourceFile = files[index]?.source.path ?? '';
      return { sourceFile, model, contentHash: contentHash({ sourceFile, ...model }) };
    })
    .sort(byName(({ model }) => model.name));
}

function concreteTypes(files: Declarations['files']): Declarations['concrete'] {
  const concrete = new Map<string, string[]>();
  for (const [title, file] of [...files].sort(byName(([name]) => name))) {
    for (const { definition } of inheritedChain(file, files)) {
      const titles = concrete.get(definition.title) ?? [];
      concrete.set(definition.title, [...titles, title]);
    }
  }
  return concrete;
}

function buildResource(file: ResourceFile, declarations: Declarations): ResourceModel {
  // The caller excludes embedded types.
  const definition = file.definition as RoutedDefinition;
  const declared = declarations.types.get(definition.title);
  if (declared === undefined) throw new Error(`${definition.title} is not a known type.`);
  const names = resourceNames(definition.title);
  const chain = inheritedChain(file, declarations.files).map((link) => link.definition);
  const fields = chain.flatMap((link) => buildFields(link, declared, declarations));
  const { shapes, schemas } = collectShapes(chain, declarations.files, names);
  // The rules of a parent come first, like its fields.
  const constraints = chain.flatMap((link) => authoredConstraints(link['x-constraints'] ?? [], ''));
  const descriptor = {
    ...buildDescriptorModel(definition, declared, { fields, constraints }),
    ...collectCallbacks({ fields, constraints, shapes }),
  };
  const body = {
    sourceFile: file.source.path,
    names,
    descriptor,
    fields,
    constraints,
    shapes,
    // The meta-schema permits only objects at the root.
    ...(definition.examples === undefined ? {} : { examples: definition.examples as JsonObject[] }),
    clientSchemas: buildClientSchemas({
      names,
      descriptor,
      fields,
      shapes: schemas,
      concreteTypes: declarations.concrete.get(definition.title) ?? [definition.title],
    }),
  };
  return { ...body, contentHash: contentHash(body) };
}

function buildFields(
  definition: JsonSchemaNode & { readonly properties?: Readonly<Record<string, FieldDefinition>> },
  owner: DeclaredType,
  { types }: Declarations,
): readonly FieldModel[] {
  return Object.entries(definition.properties ?? {}).map(([name, field]) =>
    buildField(name, field, {
      owner,
      required: definition.required?.includes(name) ?? false,
      types,
    }),
  );
}

function buildEmbedded({ source, definition }: ResourceFile, { files }: Declarations): EmbeddedModel {
  const names = resourceNames(definition.title);
  const { shapes, schemas } = collectShapes([definition], files, names);
  const defs: JsonObject = Object.keys(schemas).length === 0 ? {} : { $defs: schemas };
  const read: JsonObject = { ...clientNode({ ...definition, type: 'object' }), ...defs };
  const body = {
    sourceFile: source.path,
    names,
    ...(definition.description === undefined ? {} : { description: definition.description }),
    value: withRules(definition),
    shapes,
    clientSchemas: {
      read: { ...read, title: names.type },
      input: { ...read, title: names.input },
      patch: { ...read, title: names.patch },
    },
  };
  return { ...body, contentHash: contentHash(body) };
}

function withRules(definition: ResourceDefinition): EmbeddedModel['value'] {
  const value = buildValue({ ...definition, type: 'object' });
  return { ...value, constraints: buildConstraints(definition, { path: '' }) };
}

function buildUser(
  { source, definition }: SchemaFile<UserDefinition>,
  declarations: Declarations,
): UserModel {
  const names = resourceNames('User');
  const fields = buildFields(definition, declareUser(definition), declarations);
  const { shapes, schemas } = collectShapes([definition], declarations.files, names);
  const constraints = authoredConstraints(definition['x-constraints'] ?? [], '');
  const body = {
    sourceFile: source.path,
    names,
    fields,
    constraints,
    shapes,
    clientSchemas: buildUserSchemas(names, fields, schemas),
    ...collectCallbacks({ fields, constraints, shapes }),
  };
  return { ...body, contentHash: contentHash(body) };
}
