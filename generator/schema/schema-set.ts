import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { SchemaProblem } from '../errors.js';
import { pluralName } from '../model/naming.js';
import type { ExpressionRules, ProjectCode } from '../options.js';
import type { FieldDefinition, FormDefinition, ResourceDefinition, UserDefinition } from './definition.js';
import type { SchemaSource } from './load-schemas.js';
import type { Place } from './place.js';

export interface SchemaFile<Definition> {
  readonly source: SchemaSource;
  readonly definition: Definition;
}

/** All schema files together: what the checks look at, and what the model is built from. */
export interface SchemaSet {
  readonly resources: readonly SchemaFile<ResourceDefinition>[];
  readonly forms: readonly SchemaFile<FormDefinition>[];
  readonly user?: SchemaFile<UserDefinition>;
}

/** A file that is looked at, and where to say what is wrong with it. */
export interface CheckedFile<Definition> extends SchemaFile<Definition> {
  readonly place: Place;
}

/** The input of a check: the files, and facts from elsewhere. */
export interface CheckContext extends SchemaSet {
  readonly resources: readonly CheckedFile<ResourceDefinition>[];
  readonly forms: readonly CheckedFile<FormDefinition>[];
  readonly user?: CheckedFile<UserDefinition>;
  readonly byTitle: ReadonlyMap<string, CheckedFile<ResourceDefinition>>;
  /** The fields of a type or of users, inherited ones included, as the API will know them; none for other titles. */
  fieldsOf(title: string): ReadonlyMap<string, FieldDescriptor>;
  readonly options: CheckOptions;
}

export interface CheckOptions {
  readonly adapters?: readonly string[];
  readonly imageFilters?: readonly string[];
  readonly projectCode?: ProjectCode;
  readonly expressions?: ExpressionRules;
  /** Whether a text is one TypeScript type; absent = `tsType` is not checked. */
  readonly isType?: (source: string) => boolean;
}

export type FieldKind = 'scalar' | 'relation' | 'upload' | 'computed';

/** The kind of a field; another check reports a field with several kinds. */
export function fieldKind(field: FieldDefinition): FieldKind {
  if (field['x-upload'] !== undefined) return 'upload';
  if (field['x-computed'] !== undefined) return 'computed';
  if (field['x-relation'] !== undefined || field['x-component'] !== undefined) return 'relation';
  return 'scalar';
}

/** Whether a relation points at several records. */
export function isToMany(field: FieldDefinition): boolean {
  const kind = field['x-relation']?.kind;
  if (kind !== undefined) return kind === 'manyToMany' || kind === 'oneToMany';
  return field.type === 'array';
}

/** Target of a relation or slot. */
export function relationTarget(field: FieldDefinition): string | undefined {
  return field['x-relation']?.target ?? field['x-component'];
}

/** Own fields behind those of the types named by `x-extends`; a cycle or an unknown parent ends the chain. */
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

/** All fields of a type by name, inherited ones first. */
export function allFields(
  file: SchemaFile<ResourceDefinition>,
  byTitle: ReadonlyMap<string, SchemaFile<ResourceDefinition>>,
): ReadonlyMap<string, FieldDefinition> {
  return new Map(
    inheritedChain(file, byTitle).flatMap(({ definition }) => Object.entries(definition.properties ?? {})),
  );
}

/** A type as relations to it see it. */
export interface DeclaredType {
  readonly title: string;
  readonly table: string;
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  /** Earlier titles, newest first. */
  readonly renamedFrom: readonly string[];
}

/** Every type by title. */
export function declareTypes({ resources }: Pick<SchemaSet, 'resources'>): ReadonlyMap<string, DeclaredType> {
  const files = new Map(resources.map((file) => [file.definition.title, file]));
  return new Map(
    resources.map((file) => {
      const { title, 'x-renamed-from': renamedFrom = [] } = file.definition;
      return [title, { title, table: tableOf(file.definition), fields: allFields(file, files), renamedFrom }];
    }),
  );
}

/** Users as a type with the fields that a project adds to them. */
export function declareUser({ properties = {} }: UserDefinition): DeclaredType {
  return { title: 'User', table: 'user', fields: new Map(Object.entries(properties)), renamedFrom: [] };
}

/** The name of a type in the path of its collection. */
export function segmentOf({ title, 'x-plural': plural = pluralName(title) }: ResourceDefinition): string {
  return plural;
}

/** Table of a type. */
export function tableOf(definition: ResourceDefinition): string {
  return definition['x-table'] ?? segmentOf(definition);
}

/** Orders problems by file, then by place, for a stable report. */
export function sortProblems(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const key = (problem: SchemaProblem) => `${problem.file}\u0000${problem.pointer}\u0000${problem.message}`;
  return [...problems].sort((left, right) => (key(left) < key(right) ? -1 : 1));
}
