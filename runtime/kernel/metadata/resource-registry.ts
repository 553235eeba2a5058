import type {
  CompleteDescriptor,
  FieldDescriptor,
  ResourceDescriptor,
  UniqueDescriptor,
} from '../contract/schema/resource.js';
import { ABSTRACT_COMPONENT, ABSTRACT_PAGE_DATA } from '../contract/schema/resource.js';
import { completeDescriptor } from '../contract/schema/complete-descriptor.js';
import { searchTextColumn, searchTextsOf } from '../contract/schema/search-texts.js';
import type { TableDefinition } from '../contract/database/table.js';
import { kernelErrors } from '../errors/catalog.js';
import { publicationFields, recordStamps, timestampFields } from './field-builders.js';

export type BaseTable = 'abstract_component' | 'abstract_page_data';

/**
 * Fields shared by all types of a kind. They have their own table with one row per record, under the record's
 * id.
 */
export interface BaseType {
  readonly table: TableDefinition;
  readonly fields: readonly FieldDescriptor[];
  /** Fields that are unique across all types of the kind. */
  readonly unique: readonly UniqueDescriptor[];
}

export type BaseTypes = Readonly<Record<'component' | 'page_data', BaseType>>;

/** A descriptor with everything derived from its kind: base fields, publication fields and timestamps. */
export interface RegisteredResource extends CompleteDescriptor {
  /** Table with `baseFields`, which shares the id with `table`; null for core resources and records. */
  readonly baseTable: BaseTable | null;
  readonly baseFields: readonly FieldDescriptor[];
  readonly ownFields: readonly FieldDescriptor[];
  readonly field: (name: string) => FieldDescriptor | undefined;
  /** Plain-text columns of searched HTML fields, by field. */
  readonly searchTexts: ReadonlyMap<string, string>;
  /** Fields shared by all types of its kind. */
  readonly base: BaseType | null;
  /** Names of this type and of all types that extend it. */
  readonly concreteTypes: ReadonlySet<string>;
}

export interface ResourceRegistry {
  /** All resources, ordered by name. */
  readonly all: readonly RegisteredResource[];
  get(name: string): RegisteredResource | undefined;
  /**
   * Returns a resource by name. Names come from descriptors and discriminators, not from clients.
   * @throws AppError 503 if the name is unknown: a newer release has stored a record of a new type.
   */
  require(name: string): RegisteredResource;
  /** Finds a type by its collection path, without the API prefix. */
  byPath(path: string): RegisteredResource | undefined;
  /** Finds a type by class identifier: the plain name or any namespaced form that ends in it (contract decision 1). */
  byClassIdentifier(identifier: string): RegisteredResource | undefined;
  /**
   * Returns whether a relation to `target` (an abstract base, a type or a parent type) accepts a concrete
   * type.
   */
  accepts(target: string, type: string): boolean;
}

/**
 * Builds the metadata of all resources. `bases` are the shared fields by kind; `disabled` names built-in
 * types that the configuration disables.
 */
export function createResourceRegistry(
  descriptors: readonly ResourceDescriptor[],
  bases: BaseTypes,
  disabled: ReadonlySet<string> = new Set(),
): ResourceRegistry {
  const enabled = descriptors.filter(({ name }) => !disabled.has(name));
  const texts = searchTextsOf(enabled.map(completeDescriptor));
  const all = enabled
    .map((descriptor) => {
      const columns = [...(texts.get(descriptor.name)?.values() ?? [])].map(
        ({ name, column }) => [name, searchTextColumn(column)] as const,
      );
      return register(descriptor, enabled, {
        base: baseOf(descriptor, bases),
        searchTexts: new Map(columns),
      });
    })
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const byName = new Map(all.map((resource) => [resource.name, resource]));
  const byPath = new Map(all.map((resource) => [resource.path, resource]));
  // A type's name wins over another type's identifier that ends in the same segment.
  const byIdentifier = new Map([
    ...all.map((resource) => [lastSegment(resource.classIdentifier), resource] as const),
    ...all.map((resource) => [resource.name, resource] as const),
  ]);
  return {
    all,
    get: (name) => byName.get(name),
    require(name) {
      const resource = byName.get(name);
      if (resource === undefined) throw kernelErrors.typeUnknown(name);
      return resource;
    },
    byPath: (path) => byPath.get(path),
    byClassIdentifier: (identifier) => byIdentifier.get(lastSegment(identifier)),
    accepts(target, type) {
      if (target === ABSTRACT_COMPONENT) return byName.get(type)?.kind === 'component';
      if (target === ABSTRACT_PAGE_DATA) return byName.get(type)?.kind === 'page_data';
      return byName.get(target)?.concreteTypes.has(type) ?? false;
    },
  };
}

function baseOf({ kind }: ResourceDescriptor, bases: BaseTypes): BaseType | null {
  return kind === 'component' || kind === 'page_data' ? bases[kind] : null;
}

function register(
  given: ResourceDescriptor,
  all: readonly ResourceDescriptor[],
  { base, searchTexts }: Pick<RegisteredResource, 'base' | 'searchTexts'>,
): RegisteredResource {
  const descriptor = completeDescriptor(given);
  const baseFields = base === null ? [] : baseFieldsOf(descriptor, base);
  const ownFields = [...descriptor.fields, ...recordStamps(descriptor)];
  const fields = [...ownFields, ...baseFields];
  const byName = new Map(fields.map((field) => [field.name, field]));
  return Object.freeze({
    ...descriptor,
    fields,
    unique: [...descriptor.unique, ...(base?.unique ?? [])],
    base,
    baseTable: baseTableOf(descriptor),
    baseFields,
    ownFields,
    searchTexts,
    field: (name: string) => byName.get(name),
    concreteTypes: descendantsOf(descriptor.name, all),
  });
}

function baseTableOf({ kind }: ResourceDescriptor): BaseTable | null {
  if (kind === 'component') return 'abstract_component';
  return kind === 'page_data' ? 'abstract_page_data' : null;
}

function baseFieldsOf(
  { name, publishable, timestamped }: ResourceDescriptor,
  base: BaseType,
): readonly FieldDescriptor[] {
  return [
    ...base.fields,
    ...(publishable ? publicationFields(publishable, name) : []),
    ...(timestamped ? timestampFields(timestamped.createdAtField, timestamped.modifiedAtField) : []),
  ];
}

function descendantsOf(name: string, all: readonly ResourceDescriptor[]): ReadonlySet<string> {
  const names = new Set([name]);
  for (let grown = true; grown;) {
    const children = all.filter(
      ({ name, parent }) => parent !== undefined && names.has(parent) && !names.has(name),
    );
    for (const child of children) names.add(child.name);
    grown = children.length > 0;
  }
  return names;
}

function lastSegment(identifier: string): string {
  return identifier.slice(identifier.lastIndexOf('\\') + 1);
}
