import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../runtime/kernel/util/package-root.js';
import { builtInResources } from '../../runtime/project/project-types.js';
import { completeDescriptor } from '../../runtime/kernel/contract/complete-descriptor.js';
import type { CompleteDescriptor, FilterDescriptor } from '../../runtime/kernel/contract/resource.js';
import { printKey, printString } from '../../runtime/kernel/util/source-literal.js';
import type { ApiModel, FieldModel, ResourceModel } from '../model/types.js';
import { compiler } from '../render/compiler.js';
import { bannerOf, type Emitter } from './emitter.js';

/**
 * `client/`: a module over `fetch` without dependencies, for front ends. `core.js` is the same for every project; `resources`
 * has a constant for each type, which carries its types, and bundlers drop those that nobody names.
 */
export const emitClient: Emitter = async (model, { templates, add }) => {
  const banner = bannerOf('');
  const view = { banner, ...viewOf(model) };
  for (const name of PRINTED)
    add({ path: `client/${name}`, content: templates.render(`client-${name}`, view) });
  const core = await readFile(join(packageRoot(), 'templates/client/core.ts'), 'utf8');
  add({ path: 'client/core.js', content: `${banner}\n\n${printScript(core)}` });
  add({ path: 'client/core.d.ts', content: `${banner}\n\n${printDeclarations(core)}` });
};

const PRINTED = ['resources.js', 'resources.d.ts', 'forms.js', 'forms.d.ts', 'index.js', 'index.d.ts'];

const COMPILER_OPTIONS = {
  target: compiler.ScriptTarget.ES2022,
  module: compiler.ModuleKind.ESNext,
  removeComments: false,
};

const printScript = (text: string): string =>
  compiler.transpileModule(text, { compilerOptions: COMPILER_OPTIONS }).outputText;
const printDeclarations = (text: string): string =>
  compiler.transpileDeclaration(text, { compilerOptions: COMPILER_OPTIONS }).outputText;

/** A type as the templates print it; all members are source text. */
interface ResourceView {
  readonly name: string;
  readonly label: string;
  readonly path: string;
  readonly document: string;
  readonly input: string;
  readonly patch: string;
  readonly filters: string;
  readonly order: string;
  readonly files: string;
}

function viewOf(model: ApiModel) {
  const resources = model.resources.map(generatedView);
  const builtIn = builtInResources().map(completeDescriptor).flatMap(builtInView);
  const componentTypes = model.resources.filter(({ descriptor }) => descriptor.kind === 'component');
  const pageDataTypes = model.resources.filter(({ descriptor }) => descriptor.kind === 'page_data');
  return {
    resources: [...resources, ...builtIn].sort((left, right) => (left.name < right.name ? -1 : 1)),
    forms: model.forms.map(({ name, names }) => ({
      name,
      label: printString(name),
      body: `types.${names.submission}`,
    })),
    components: union([...componentTypes.map(({ names }) => names.type), 'Collection', 'Form']),
    pageData: union(pageDataTypes.map(({ names }) => names.type)),
    user: model.user === undefined ? 'types.UserAccount' : `types.${model.user.names.type}`,
  };
}

const union = (types: readonly string[]): string =>
  types.length === 0 ? 'never' : types.map((type) => `types.${type}`).join(' | ');

function generatedView({ names, descriptor, fields }: ResourceModel): ResourceView {
  return {
    ...commonView(descriptor, fields),
    name: names.type,
    document: `types.${names.type}`,
    input: `types.${names.input}`,
    patch: `types.${names.patch}`,
  };
}

/** Built-in types whose documents the built-in types of clients describe. */
const DESCRIBED = new Set([
  'Collection',
  'ComponentGroup',
  'ComponentPosition',
  'Form',
  'Layout',
  'Page',
  'Route',
  'SiteConfigParameter',
]);

function builtInView(descriptor: CompleteDescriptor): readonly ResourceView[] {
  if (!DESCRIBED.has(descriptor.name)) return [];
  const document = `types.${descriptor.name}`;
  const input = `core.Fields<${document}>`;
  return [{ ...commonView(descriptor, []), name: descriptor.name, document, input, patch: input }];
}

type Listed = Pick<CompleteDescriptor, 'name' | 'path' | 'filters' | 'orderFields'>;

function commonView(
  { name, path, filters, orderFields }: Listed,
  fields: readonly Pick<FieldModel, 'descriptor'>[],
): Pick<ResourceView, 'label' | 'path' | 'filters' | 'order' | 'files'> {
  const files = fields.flatMap(({ descriptor }) => (descriptor.kind === 'upload' ? descriptor.name : []));
  return {
    label: printString(name),
    path: printString(path),
    filters: printFilters(filters),
    order: printNames(orderFields),
    files: printNames(files),
  };
}

const printNames = (names: readonly string[]): string =>
  names.length === 0 ? 'never' : names.map(printString).join(' | ');

/** Values of filters, by what they compare (components.md section 11). */
const FILTER_TYPES: Readonly<Record<FilterDescriptor['strategy'], string>> = {
  exact: 'core.Filter',
  partial: 'core.Filter',
  start: 'core.Filter',
  end: 'core.Filter',
  boolean: 'boolean',
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
