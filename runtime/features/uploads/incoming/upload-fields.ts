import { relative } from 'node:path';
import type { Extensions } from '../../../kernel/contract/features/extensions.js';
import type { OperationResource } from '../../../kernel/contract/records/operations.js';
import type {
  CompleteDescriptor,
  ResourceDescriptor,
  UploadField,
} from '../../../kernel/contract/schema/resource.js';
import { URL_GENERATORS } from '../../../kernel/contract/schema/url-generators.js';
import { ConfigError } from '../../../kernel/errors/config-error.js';
import type { ConfigProblem } from '../../../kernel/contract/config-problem.js';
import type { UploadsConfig } from '../settings.js';

/** Returns the upload fields in declaration order. */
export function uploadFieldsOf({ fields }: Pick<ResourceDescriptor, 'fields'>): readonly UploadField[] {
  return fields.filter((field): field is UploadField => field.kind === 'upload');
}

/** Returns the stored path in an upload field. */
export function storedPath(
  values: Readonly<Record<string, unknown>>,
  { name }: Pick<UploadField, 'name'>,
): string | undefined {
  const path = values[name];
  return typeof path === 'string' && path !== '' ? path : undefined;
}

/** A file that a record references. */
export interface HeldFile {
  readonly field: UploadField;
  readonly path: string;
}

/** Returns the files of a record, in the order of its fields. */
export function heldFiles(
  resource: Pick<ResourceDescriptor, 'fields'>,
  values: Readonly<Record<string, unknown>>,
): readonly HeldFile[] {
  return uploadFieldsOf(resource).flatMap((field) => {
    const path = storedPath(values, field);
    return path === undefined ? [] : [{ field, path }];
  });
}

export const isUploadable = (resource: Pick<OperationResource, 'fields'>): boolean =>
  resource.fields.some(({ kind }) => kind === 'upload');

/** A column with stored paths of one filesystem. */
export interface PathColumn {
  readonly resource: ResourceDescriptor;
  /** Field name. */
  readonly name: string;
  readonly column: string;
  readonly adapter: string;
  /** Prefix of its paths. */
  readonly prefix: string;
}

/** Returns every column of the project that stores paths. A file is referenced if one of them contains its path. */
export function pathColumns(resources: readonly ResourceDescriptor[]): readonly PathColumn[] {
  return resources.flatMap((resource) =>
    uploadFieldsOf(resource).map(({ name, column, adapter, prefix }) => ({
      resource,
      name,
      column,
      adapter,
      prefix,
    })),
  );
}

type UploadConfig = Pick<UploadsConfig, 'filesystems' | 'imageFilters' | 'extensions'>;

/** Checks that the upload fields of all types can work in this deployment. @throws ConfigError with type and field */
export function checkUploadFields(resources: readonly CompleteDescriptor[], config: UploadConfig): void {
  const problems = [
    ...resources.flatMap((resource) => [
      ...missingFields(resource),
      ...sharedColumns(resource),
      ...uploadFieldsOf(resource).flatMap((field) => fieldProblems(resource.name, field, config)),
    ]),
    ...builtInGenerators(config.extensions),
    ...unknownTypes(resources, config.extensions),
    ...exposedRoots(config.filesystems),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
}

function missingFields({ name, operations, fields }: CompleteDescriptor): readonly ConfigProblem[] {
  const wantsFiles = operations.some((operation) => operation === 'upload' || operation === 'download');
  if (!wantsFiles || isUploadable({ fields })) return [];
  const problem = 'is uploadable but has no upload field';
  return [{ key: name, problem, advice: 'add "x-upload" to one of its properties' }];
}

function sharedColumns(resource: ResourceDescriptor): readonly ConfigProblem[] {
  const owners = new Map<string, string>();
  return uploadFieldsOf(resource).flatMap(({ name, column }) => {
    const owner = owners.get(column);
    owners.set(column, owner ?? name);
    if (owner === undefined) return [];
    return [
      {
        key: `${resource.name}.${name}`,
        problem: `uses the column "${column}" of the field "${owner}" for its path`,
        advice: 'set a unique "property" for each upload field',
      },
    ];
  });
}

function fieldProblems(
  type: string,
  field: UploadField,
  { filesystems, imageFilters, extensions }: UploadConfig,
): readonly ConfigProblem[] {
  const key = `${type}.${field.name}`;
  const generators: readonly string[] = [...URL_GENERATORS, ...Object.keys(extensions.urlGenerators ?? {})];
  const unknown = field.imagineFilters.filter((filter) => !Object.hasOwn(imageFilters, filter));
  return [
    ...(Object.hasOwn(filesystems, field.adapter)
      ? []
      : [
          problemOf(key, {
            problem: `uses the unknown adapter "${field.adapter}"`,
            section: 'filesystems',
            known: filesystems,
          }),
        ]),
    ...unknown.map((filter) =>
      problemOf(key, {
        problem: `uses the unknown image filter "${filter}"`,
        section: 'image_filters',
        known: imageFilters,
      }),
    ),
    ...(field.urlGenerator === undefined || generators.includes(field.urlGenerator)
      ? []
      : [
          {
            key,
            problem: `uses the unknown URL generator "${field.urlGenerator}"`,
            advice: `use one of ${generators.join(', ')}, or register it in "extensions.urlGenerators"`,
          },
        ]),
  ];
}

function problemOf(
  key: string,
  { problem, section, known }: { readonly problem: string; readonly section: string; readonly known: object },
): ConfigProblem {
  const names = Object.keys(known).join(', ');
  return { key, problem, advice: `add it to "${section}"${names === '' ? '' : ` or use one of ${names}`}` };
}

/** Reports generators registered under the name of a built-in one, which would never be called. */
function builtInGenerators({ urlGenerators = {} }: Extensions): readonly ConfigProblem[] {
  return URL_GENERATORS.filter((name) => Object.hasOwn(urlGenerators, name)).map((name) => ({
    key: `extensions.urlGenerators.${name}`,
    problem: 'is the name of a built-in URL generator',
    advice: 'use another name',
  }));
}

function unknownTypes(
  resources: readonly ResourceDescriptor[],
  { imageFilters = {} }: Extensions,
): readonly ConfigProblem[] {
  const types = resources.filter(isUploadable).map(({ name }) => name);
  return Object.keys(imageFilters)
    .filter((type) => !types.includes(type))
    .map((type) => ({
      key: `extensions.imageFilters.${type}`,
      problem: 'is not a type with upload fields',
      advice: types.length === 0 ? 'remove it' : `use one of ${types.join(', ')}`,
    }));
}

/**
 * Finds private local filesystems whose folder is inside a public one. Anybody who learns the name of a file could
 * read it there without the checks of its record (contract decision 41).
 */
function exposedRoots(filesystems: UploadsConfig['filesystems']): readonly ConfigProblem[] {
  const local = Object.entries(filesystems).flatMap(([alias, options]) =>
    options.driver === 'local' ? [{ alias, ...options }] : [],
  );
  const open = local.filter(({ publicUrl }) => publicUrl !== null);
  const closed = local.filter(({ publicUrl }) => publicUrl === null);
  return closed.flatMap(({ alias, root }) =>
    open
      .filter((other) => isInside(root, other.root))
      .map((other) => ({
        key: `filesystems.${alias}.root`,
        problem: `is inside the folder of "${other.alias}", which has a public_url`,
        advice: 'use a folder outside the public one',
      })),
  );
}

function isInside(folder: string, parent: string): boolean {
  const way = relative(parent, folder);
  return !/^\.\.(?:[/\\]|$)/.test(way);
}
