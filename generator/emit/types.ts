import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import { canonicalJson, contentHash } from '../text/canonicalize.js';
import type { ApiModel, ClientSchemas, ResourceNames, SourceModel } from '../model/types.js';
import { StructureKind } from '../render/compiler.js';
import { typeAlias } from '../render/declarations.js';
import { createImports } from '../render/imports.js';
import { escapeSeparators } from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import { createSlots } from '../render/source-printer.js';
import { bannerOf, type Emitter, type EmitOutput } from './emitter.js';
import { declaredTypes, exportedTypes } from './declared-types.js';
import { folderOutputs, printFolderTypes } from './folder-files.js';
import { INHERITED_NAMES } from '../schema/reserved-names.js';
import { isJsonObject } from 'cms-api-components/internal/kernel/util/json-object.js';

/**
 * Emits `types/hero-image.d.ts` with the client types, the built-in types, and `types/index.d.ts`, which exports all of
 * them.
 */
export const emitTypes: Emitter = async (model, output) => {
  const sources = sourcesOf(model);
  for (const source of sources) {
    await output.addOrReuse({
      path: `types/${source.names.file}.d.ts`,
      modelHash: source.contentHash,
      render: () => renderTypes(source, output),
    });
  }
  const described = folderOutputs(model, output).flatMap(({ folder, models }) =>
    models.flatMap((of) => {
      const types = folder.files.typesOf?.(of.model);
      return types === undefined ? [] : [{ of, types }];
    }),
  );
  for (const { of, types } of described) {
    await output.addOrReuse({
      path: `types/${types.file}.d.ts`,
      modelHash: of.contentHash,
      render: () => printFolderTypes(of, types, output),
    });
  }
  const builtIn = renderBuiltInTypes(output);
  output.add({ path: BUILT_IN_TYPES, content: builtIn });
  const ofFolders = described.map(({ types: { file, names } }) => ({ path: `./${file}.js`, names }));
  const modules = [...sources.map(moduleOf), ...ofFolders];
  const modelHash = contentHash(modules);
  await output.addOrReuse({
    path: 'types/index.d.ts',
    modelHash,
    render: () => renderIndex({ modules, builtIn }, output),
  });
};

interface TypeSource extends SourceModel {
  readonly names: ResourceNames;
  readonly clientSchemas: ClientSchemas;
}

function sourcesOf({ resources, embedded, user }: ApiModel): readonly TypeSource[] {
  return [...resources, ...embedded, ...(user === undefined ? [] : [user])];
}

async function renderTypes(source: TypeSource, output: EmitOutput): Promise<string> {
  const { compile } = await import('json-schema-to-typescript');
  const { documents, aliases } = splitDocuments(source.clientSchemas);
  // Compiles all types together, so that shared shapes are declared once.
  const declarations = await compile(combine(documents.map(maskInheritedNames)), ROOT, {
    format: false,
    additionalProperties: false,
    // Otherwise a list with `maxItems: 20` becomes a union of twenty tuples.
    ignoreMinAndMaxItems: true,
    bannerComment: '',
  });
  const slots = createSlots();
  const imports = createImports();
  const taken = aliases.map(({ name }) => name);
  const text = output.print({
    banner: bannerOf(source.sourceFile, source.contentHash),
    imports,
    statements: [
      ...declaredTypes(escapeSeparators(declarations), ROOT, { slots, imports, taken }),
      ...aliases.map(({ name, type, description }) => typeAlias(name, type, description)),
    ],
    slots,
  });
  return unmaskInheritedNames(text);
}

interface Alias {
  readonly name: string;
  readonly type: string;
  readonly description: string | undefined;
}

/** Separates identical schemas, which are printed as aliases to keep the output small. */
function splitDocuments({ read, input, patch }: ClientSchemas): {
  readonly documents: readonly JsonObject[];
  readonly aliases: readonly Alias[];
} {
  const alias = ({ title, description }: JsonObject, type: string): Alias => ({
    name: String(title),
    type,
    description: typeof description === 'string' ? description : undefined,
  });
  const documents = isSame(read, input) ? [read] : [read, input];
  const aliases = isSame(read, input) ? [alias(input, String(read.title))] : [];
  if (isSame(input, patch)) return { documents, aliases: [...aliases, alias(patch, String(input.title))] };
  if (isSame({ ...input, required: undefined }, { ...patch, required: undefined })) {
    return { documents, aliases: [...aliases, alias(patch, `Partial<${String(input.title)}>`)] };
  }
  return { documents: [...documents, patch], aliases };
}

/** Compares schemas, ignoring the title. */
function isSame(left: JsonObject, right: JsonObject): boolean {
  return canonicalJson({ ...left, title: '' }) === canonicalJson({ ...right, title: '' });
}

const ROOT = 'GeneratedRoot';

function combine(documents: readonly JsonObject[]): JsonObject {
  const definitions: Record<string, JsonValue> = {};
  const properties: Record<string, JsonValue> = {};
  for (const [index, { $defs = {}, ...document }] of documents.entries()) {
    const name = `${ROOT}${index}`;
    definitions[name] = { ...document, properties: untitled(document.properties ?? {}) };
    properties[name] = { $ref: `#/$defs/${name}` };
    Object.assign(definitions, $defs);
  }
  return { title: ROOT, type: 'object', additionalProperties: false, properties, $defs: definitions };
}

/** Keywords whose values are data, not schemas. */
const VALUES = new Set(['const', 'enum', 'default', 'examples']);

/** Removes member titles, because json-schema-to-typescript would declare a type for each. */
function untitled(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map((one: JsonValue) => untitled(one));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !(keyword === 'title' && typeof value === 'string'))
      .map(([keyword, value]) => [keyword, VALUES.has(keyword) ? value : untitled(value ?? null)]),
  );
}

const BUILT_IN_TYPES = 'types/built-in-types.d.ts';

/** Renders the types of built-in documents, which don't depend on the schemas. */
function renderBuiltInTypes({ templates }: EmitOutput): string {
  return templates.render('types-built-in-types.d.ts', { banner: bannerOf('') });
}

interface TypeModule {
  readonly path: string;
  readonly names: readonly string[];
}

interface IndexParts {
  readonly modules: readonly TypeModule[];
  /** Source of the file with built-in types. */
  readonly builtIn: string;
}

function moduleOf({ names, clientSchemas: { read, input, patch } }: TypeSource): TypeModule {
  return {
    path: `./${names.file}.js`,
    // An embedded type can have the same schema for all three uses.
    names: [...new Set([read, input, patch].map(({ title }) => String(title)))],
  };
}

function renderIndex({ modules, builtIn }: IndexParts, output: EmitOutput): string {
  // A project type called `MediaObject` takes precedence. The built-in type remains in its own file.
  const taken = new Set(modules.flatMap(({ names }) => names));
  const declared = exportedTypes(builtIn).filter((name) => !taken.has(name));
  const shared = { path: './built-in-types.js', names: declared };
  return output.print({
    banner: bannerOf(''),
    statements: [...modules, shared]
      .sort((left, right) => (left.path < right.path ? -1 : 1))
      .map(({ path, names }) => ({
        kind: StructureKind.ExportDeclaration,
        isTypeOnly: true,
        namedExports: [...names],
        moduleSpecifier: path,
      })),
  });
}

const MASK = 'GeneratedName_';

/**
 * Renames members and shapes with the name of an `Object.prototype` member (`constructor`, `toString`, `__proto__`).
 * json-schema-to-typescript would find the inherited members when it looks them up.
 */
function maskInheritedNames(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue | undefined] => [
    keyword,
    maskKeyword(keyword, value),
  ]);
  return Object.fromEntries(entries);
}

/** Restores the names in the text generated from a masked schema. */
function unmaskInheritedNames(text: string): string {
  return text.replaceAll(new RegExp(`${MASK}(\\w+)`, 'g'), '$1');
}

/** Masks names in schemas only. Values such as defaults and enums may contain the same names and are unchanged. */
function maskKeyword(keyword: string, value: JsonValue | undefined): JsonValue | undefined {
  switch (keyword) {
    case 'properties':
    case '$defs':
      return isJsonObject(value) ? maskKeys(value) : value;
    case 'required':
      return Array.isArray(value) ? value.map((name) => maskName(String(name))) : value;
    case '$ref':
      return String(value).replace(/[^/]+$/, maskName);
    case 'items':
    case 'additionalProperties':
      return isJsonObject(value) ? maskInheritedNames(value) : value;
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(value)
        ? value.map((part: JsonValue) => (isJsonObject(part) ? maskInheritedNames(part) : part))
        : value;
    default:
      return value;
  }
}

function maskKeys(schemas: JsonObject): JsonObject {
  const entries = Object.entries(schemas).map(([name, schema]): [string, JsonValue | undefined] => [
    maskName(name),
    isJsonObject(schema) ? maskInheritedNames(schema) : schema,
  ]);
  return Object.fromEntries(entries);
}

function maskName(name: string): string {
  return INHERITED_NAMES.has(name) ? `${MASK}${name}` : name;
}
