import { completeDescriptor } from 'cms-api-components/internal/kernel/contract/schema/complete-descriptor.js';
import { byName } from 'cms-api-components/internal/kernel/contract/database/canonical-tables.js';
import type {
  CompleteDescriptor,
  FilterDescriptor,
  ResourceKind,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import { printKey, printString } from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import type { ApiModel, FieldModel, ResourceModel } from '../model/types.js';
import { textHash } from '../text/text-hash.js';
import { compiler } from '../render/compiler.js';
import { type BuiltInType, builtInTypes, printBuiltInSchema, USER } from './client-built-in-schemas.js';
import { printClientSchema } from './client-schemas.js';
import { type FolderOutput, folderOutputs, printFolderSchema } from './folder-files.js';
import { exportedTypes } from './declared-types.js';
import { bannerOf, type Emitter } from './emitter.js';

/**
 * Emits `client/`: a module over `fetch` without dependencies, for front ends. `core` and `page` are the same for every
 * project. `resources` has a constant for each type, so that bundlers can drop unused types.
 */
export const emitClient: Emitter = async (model, output) => {
  const { templates, bindings, add, addOrReuse } = output;
  const banner = bannerOf('');
  const documents = new Set(exportedTypes(templates.render('types-built-in-types.d.ts', { banner })));
  const folders = folderOutputs(model, output);
  const described = folders.flatMap(schemasOf);
  const view = { banner, ...viewOf(model, documents), folderSchemas: described.map(({ schema }) => schema) };
  for (const name of PRINTED)
    add({ path: `client/${name}`, content: templates.render(`client/${name}`, view) });
  for (const [file, text] of templates.clientModules) {
    const modelHash = textHash(text);
    const name = file.slice(0, -'.ts'.length);
    if (BINDINGS.has(name) && !bindings.includes(name)) continue;
    const printed = (print: (text: string) => string) => () => `${banner}\n\n${print(text)}`;
    const isScript = file.endsWith('.js');
    const script = isScript ? (given: string) => given : printScript;
    await addOrReuse({ path: `client/${name}.js`, modelHash, render: printed(script) });
    if (!isScript)
      await addOrReuse({ path: `client/${name}.d.ts`, modelHash, render: printed(printDeclarations) });
  }
  for (const resource of model.resources)
    await addOrReuse({
      path: `client/schemas/${resource.names.file}.js`,
      modelHash: resource.contentHash,
      render: () => printScript(printClientSchema(resource, output)),
    });
  for (const type of builtInTypes(model))
    await addOrReuse({
      path: `client/schemas/${type.names.file}.js`,
      modelHash: textHash(JSON.stringify(type.descriptor) + (type.user?.contentHash ?? '')),
      render: () => printScript(printBuiltInSchema(type, output)),
    });
  for (const { of, schema, hashes } of described)
    await addOrReuse({
      path: `client/schemas/${schema.file}.js`,
      modelHash: textHash(hashes.join()),
      render: () => printScript(printFolderSchema(of, schema, output)),
    });
  for (const { folder, models } of folders) {
    const module = folder.files.clientModuleOf?.(models.map(({ model }) => model));
    if (module === undefined) continue;
    add({ path: `client/${module.file}.js`, content: `${banner}\n${module.script}` });
    add({ path: `client/${module.file}.d.ts`, content: `${banner}\n${module.declarations}` });
  }
};

/** Returns the schemas of a folder's models, with the hashes of all models on which each depends. */
function schemasOf({ folder, models }: FolderOutput) {
  const all = models.map(({ model }) => model);
  const hashOf = new Map(models.map(({ model, contentHash }) => [model.name, contentHash]));
  return models.flatMap((of) => {
    const schema = folder.files.clientSchemaOf?.(of.model, all);
    if (schema === undefined) return [];
    return [{ of, schema, hashes: [of.model, ...schema.dependsOn].map(({ name }) => hashOf.get(name)) }];
  });
}

/** Modules that import a framework. Only projects that configure the framework get them. */
const BINDINGS: ReadonlySet<string> = new Set(['react', 'vue']);

const PRINTED = ['resources', 'schemas', 'index'].flatMap((name) => [`${name}.js`, `${name}.d.ts`]);

const COMPILER_OPTIONS = {
  target: compiler.ScriptTarget.ES2022,
  module: compiler.ModuleKind.ESNext,
  removeComments: false,
};

const printScript = (text: string): string =>
  compiler.transpileModule(text, { compilerOptions: COMPILER_OPTIONS }).outputText;
const printDeclarations = (text: string): string =>
  compiler.transpileDeclaration(text, { compilerOptions: COMPILER_OPTIONS }).outputText;

/** A type as the templates print it. All members are source text. */
interface ResourceView {
  readonly name: string;
  readonly label: string;
  readonly path: string;
  /** Set only if it differs from the default. */
  readonly publicationField?: string;
  readonly document: string;
  readonly input: string;
  readonly patch: string;
  readonly filters: string;
  readonly order: string;
  readonly files: string;
}

/** @param documents built-in types with a description for clients */
function viewOf(model: ApiModel, documents: ReadonlySet<string>) {
  const user =
    model.user === undefined ? 'types.UserAccount' : `types.UserAccount & types.${model.user.names.type}`;
  const documentOf = ({ descriptor: { name } }: BuiltInType): string =>
    name === USER ? user : `types.${name}`;
  const builtIn = builtInTypes(model).filter(
    ({ descriptor: { name } }) => name === USER || documents.has(name),
  );
  const kinds = [...model.resources, ...builtIn].map(({ descriptor }) => descriptor);
  const named = (kind: ResourceKind): string =>
    union(kinds.flatMap((one) => (one.kind === kind ? one.name : [])).sort());
  return {
    resources: [
      ...model.resources.map(generatedView),
      ...builtIn.map((type) => builtInView(type, documentOf(type))),
    ].sort(byName),
    schemas: [
      ...model.resources.map(({ names: { file, input, patch } }) => ({
        ...{ file, input, patch },
        ...{ inputType: `types.${input}`, patchType: `types.${patch}` },
      })),
      ...builtIn.map((type) => {
        const { input: inputType, patch: patchType } = builtInView(type, documentOf(type));
        return { ...type.names, inputType, patchType };
      }),
    ].sort((left, right) => (left.input < right.input ? -1 : 1)),
    components: named('component'),
    pageData: named('page_data'),
    user,
  };
}

/** Prints one line per type and a fixed last line, so that branches that add types merge without conflicts. */
const union = (types: readonly string[]): string =>
  [...types.map((type) => `types.${type}`), 'never'].map((type) => `\n    | ${type}`).join('');

function generatedView({ names, descriptor, fields }: ResourceModel): ResourceView {
  return {
    ...commonView(descriptor, fields),
    name: names.type,
    document: `types.${names.type}`,
    input: `types.${names.input}`,
    patch: `types.${names.patch}`,
  };
}

function builtInView({ descriptor }: BuiltInType, document: string): ResourceView {
  const { name } = descriptor;
  const input = `core.Fields<${document}>${name === USER ? ' & core.Passwords' : ''}`;
  return { ...commonView(completeDescriptor(descriptor), []), name, document, input, patch: input };
}

type Listed = Pick<CompleteDescriptor, 'name' | 'path' | 'filters' | 'orderFields' | 'publishable'>;

function commonView(
  { name, path, filters, orderFields, publishable }: Listed,
  fields: readonly Pick<FieldModel, 'descriptor'>[],
): Pick<ResourceView, 'label' | 'path' | 'publicationField' | 'filters' | 'order' | 'files'> {
  const { field = 'publishedAt' } = publishable ?? {};
  const files = fields.flatMap(({ descriptor }) => (descriptor.kind === 'upload' ? descriptor.name : []));
  return {
    label: printString(name),
    path: printString(path),
    ...(field === 'publishedAt' ? {} : { publicationField: printString(field) }),
    filters: printFilters(filters),
    order: printNames(orderFields),
    files: printNames(files),
  };
}

const printNames = (names: readonly string[]): string =>
  names.length === 0 ? 'never' : names.map(printString).join(' | ');

/** TypeScript types of filter values, by strategy (components.md section 11). */
const FILTER_TYPES: Readonly<Record<FilterDescriptor['strategy'], string>> = {
  exact: 'core.Filter',
  partial: 'core.Filter',
  start: 'core.Filter',
  end: 'core.Filter',
  boolean: 'core.BooleanFilter',
  exists: 'boolean',
  date: 'core.DateFilter',
  range: 'core.RangeFilter',
};

function printFilters(filters: readonly FilterDescriptor[]): string {
  if (filters.length === 0) return 'Record<string, never>';
  const members = filters.map(
    ({ parameter, strategy }) => `${printKey(parameter)}?: ${FILTER_TYPES[strategy]}`,
  );
  return `{ ${members.join('; ')} }`;
}
