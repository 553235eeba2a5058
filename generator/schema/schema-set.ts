import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { SchemaProblem } from '../errors.js';
import { pluralName } from '../text/naming.js';
import type { ExpressionRules, ProjectCode } from '../options.js';
import type { FieldDefinition, ResourceDefinition, UserDefinition } from './definition.js';
import type { LoadedFolder } from '../schema-folders.js';
import type { SchemaSource } from './load-schemas.js';
import type { Place } from './place.js';

export interface SchemaFile<Definition> {
  readonly source: SchemaSource;
  readonly definition: Definition;
}

/** All schema files: the input of the checks and the model. */
export interface SchemaSet {
  readonly resources: readonly SchemaFile<ResourceDefinition>[];
  /** Files of the folders of features. */
  readonly folders: readonly FolderSet<SchemaFile<object>>[];
  readonly user?: SchemaFile<UserDefinition>;
}

/** Files of the folder of a feature. */
export interface FolderSet<File> {
  readonly folder: LoadedFolder;
  readonly files: readonly File[];
}

/** A schema file with the position for reporting its problems. */
export interface CheckedFile<Definition> extends SchemaFile<Definition> {
  readonly place: Place;
}

/** Input of a check: the files and external information. */
export interface CheckContext extends SchemaSet {
  readonly resources: readonly CheckedFile<ResourceDefinition>[];
  readonly folders: readonly FolderSet<CheckedFile<object>>[];
  readonly user?: CheckedFile<UserDefinition>;
  readonly byTitle: ReadonlyMap<string, CheckedFile<ResourceDefinition>>;
  /** Returns the fields of a type or of users in the API, inherited ones included; empty for other titles. */
  fieldsOf(title: string): ReadonlyMap<string, FieldDescriptor>;
  readonly options: CheckOptions;
}

export interface CheckOptions {
  readonly adapters?: readonly string[];
  readonly imageFilters?: readonly string[];
  readonly projectCode?: ProjectCode;
  readonly expressions?: ExpressionRules;
  /** Folders of features; default: those of the built-in ones. */
  readonly folders?: readonly LoadedFolder[];
  /** Whether a text is one TypeScript type. If undefined, `tsType` isn't checked. */
  readonly isType?: (source: string) => boolean;
}

export type FieldKind = 'scalar' | 'relation' | 'upload' | 'computed';

/** Returns the kind of a field. Another check reports fields with several kinds. */
export function fieldKind(field: FieldDefinition): FieldKind {
  if (field['x-upload'] !== undefined) return 'upload';
  if (field['x-computed'] !== undefined) return 'computed';
  if (field['x-relation'] !== undefined || field['x-component'] !== undefined) return 'relation';
  return 'scalar';
}

/** Whether a relation references several records. */
export function isToMany(field: FieldDefinition): boolean {
  const kind = field['x-relation']?.kind;
  if (kind !== undefined) return kind === 'manyToMany' || kind === 'oneToMany';
  return field.type === 'array';
}

/** Returns the target of a relation or slot. */
export function relationTarget(field: FieldDefinition): string | undefined {
  return field['x-relation']?.target ?? field['x-component'];
}

/**
 * Returns the file after its `x-extends` ancestors, most distant ancestor first. A cycle or an unknown parent ends the
 * chain.
 */
export function inheritedChain(
  file: SchemaFile<ResourceDefinition>,
  byTitle: ReadonlyMap<string, SchemaFile<ResourceDefinition>>,
): readonly SchemaFile<ResourceDefinition>[] {
  const chain = [file];
  const seen = new Set([file.definition.title]);
  let parent = file.definition['x-extends'];
  while (parent !== undefined && !seen.has(parent)) {
    seen.add(parent);
    const next = byTitle.get(parent);
    if (next === undefined) break;
    chain.unshift(next);
    parent = next.definition['x-extends'];
  }
  return chain;
}

/** Returns all fields of a type by name, inherited ones first. */
export function allFields(
  file: SchemaFile<ResourceDefinition>,
  byTitle: ReadonlyMap<string, SchemaFile<ResourceDefinition>>,
): ReadonlyMap<string, FieldDefinition> {
  return new Map(
    inheritedChain(file, byTitle).flatMap(({ definition }) => Object.entries(definition.properties ?? {})),
  );
}

/** A type as a relation target. */
export interface DeclaredType {
  readonly title: string;
  readonly table: string;
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  /** Earlier titles, newest first. */
  readonly renamedFrom: readonly string[];
}

/** Returns every type by title. */
export function declareTypes({ resources }: Pick<SchemaSet, 'resources'>): ReadonlyMap<string, DeclaredType> {
  const files = new Map(resources.map((file) => [file.definition.title, file]));
  return new Map(
    resources.map((file) => {
      const { title, 'x-renamed-from': renamedFrom = [] } = file.definition;
      return [title, { title, table: tableOf(file.definition), fields: allFields(file, files), renamedFrom }];
    }),
  );
}

/** Returns the user type with the fields of the project. */
export function declareUser({ properties = {} }: UserDefinition): DeclaredType {
  return { title: 'User', table: 'user', fields: new Map(Object.entries(properties)), renamedFrom: [] };
}

/** Returns the collection path segment of a type. */
export function segmentOf({ title, 'x-plural': plural = pluralName(title) }: ResourceDefinition): string {
  return plural;
}

/** Returns the table name of a type. */
export function tableOf(definition: ResourceDefinition): string {
  return definition['x-table'] ?? segmentOf(definition);
}

/** Sorts problems by file, then by position, for a stable report. */
export function sortProblems(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const key = (problem: SchemaProblem) => `${problem.file}\u0000${problem.pointer}\u0000${problem.message}`;
  return [...problems].sort((left, right) => (key(left) < key(right) ? -1 : 1));
}
