import type { PartsOf } from '../prepared-resource.js';
import type {
  QueryExtension,
  Representation,
  RepresentationExtension,
  RepresentationScope,
} from '../contract/records/operations.js';
import type { RequestContext } from '../contract/context.js';
import type { Reference } from '../contract/records/record.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import type { RecordReader } from '../records/record-reader.js';
import { isReference } from '../records/references.js';
import { isEmbedding } from '../serializer/embedding.js';
import { createFieldAccess, type ExpressionGuard } from '../serializer/field-access.js';
import { earliest } from '../util/dates/earliest.js';
import { parametersOf, textsOf, visibilityConditions } from './conditions.js';
import { countRows } from './count-rows.js';
import { represent } from './representations.js';

export interface EmbeddedRecordsDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly guard: ExpressionGuard;
  readonly reader: RecordReader;
  readonly filtersOf: PartsOf<QueryExtension>;
  /**
   * Extensions of nested documents of a type. This extension is excluded, because only one level is embedded.
   */
  readonly extensionsOf: PartsOf<RepresentationExtension>;
}

/** A field of one record that embeds documents and that the caller may read. */
interface Place {
  readonly representation: Representation;
  readonly name: string;
}

/**
 * Embeds related records for `x-relation.embed` (components.md section 11.2, ADR 17). Records that the caller
 * could not read directly remain IRIs or absent. The number of statements is that of one list per embedded
 * type, regardless of the number of records.
 */
export function createEmbeddedRecords(deps: EmbeddedRecordsDeps): RepresentationExtension {
  const placesOf = embeddingPlaces(deps);
  return {
    appliesTo: ({ fields }) => fields.some(isEmbedding),
    async extend(representations, _purpose, scope) {
      const places = representations.flatMap((representation) => placesOf(representation, scope.context));
      const found = new Map<string, Representation>();
      for (const [type, ids] of idsByType(places.flatMap(referencesAt))) {
        const resource = deps.registry.require(type);
        if (resource.isNeverEmbedded === true) continue;
        const { nested, expiresAt } = await loadNested({ resource, ids: [...ids] }, scope, deps);
        for (const one of nested) found.set(one.record.id, one);
        for (const { representation } of places.filter((place) => names(place, type)))
          representation.expiresAt = earliest(representation.expiresAt, expiresAt);
      }
      for (const place of places) nest(place, found, deps);
    },
  };
}

type PlacesOf = (representation: Representation, context: RequestContext) => readonly Place[];

function embeddingPlaces({ registry, guard }: EmbeddedRecordsDeps): PlacesOf {
  const fieldsOf = new Map(
    registry.all.map((resource) => {
      const access = createFieldAccess(resource, guard);
      const fields = resource.fields.filter((field) => field.readable && isEmbedding(field));
      return [resource.name, fields.map((field) => ({ name: field.name, isVisible: access.canRead(field) }))];
    }),
  );
  return (representation, context) =>
    (fieldsOf.get(representation.record.type) ?? [])
      .filter(({ isVisible }) => isVisible(context, representation))
      .map(({ name }) => ({ representation, name }));
}

function shownAt({ representation: { members, record }, name }: Place): unknown {
  return Object.hasOwn(members, name) ? members[name] : record.values[name];
}

function referencesAt(place: Place): readonly Reference[] {
  const shown = shownAt(place);
  const entries: readonly unknown[] = Array.isArray(shown) ? shown : [shown];
  return entries.filter(isReference);
}

const names = (place: Place, type: string): boolean =>
  referencesAt(place).some((reference) => reference.type === type);

function idsByType(references: readonly Reference[]): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { type, id } of references) ids.set(type, (ids.get(type) ?? new Set()).add(id));
  return ids;
}

/**
 * Loads records of one type that the caller may read individually, and the next time at which more may become
 * visible.
 */
async function loadNested(
  { resource, ids }: { readonly resource: RegisteredResource; readonly ids: readonly string[] },
  scope: RepresentationScope,
  deps: EmbeddedRecordsDeps,
): Promise<{ readonly nested: readonly Representation[]; readonly expiresAt: Date | undefined }> {
  const { context, session } = scope;
  const conditions = [
    { sql: session.dialect.anyOf('t.id', 'ids', 'uuid'), parameters: { ids } },
    ...visibilityConditions({ resource, filters: deps.filtersOf(resource) }, 'embedded', context),
  ];
  const statements = deps.reader.statements(resource.name);
  const records = await statements.where(...textsOf(conditions)).all(session, parametersOf(conditions));
  const appears = records.length < ids.length && conditions.some((condition) => 'nextChange' in condition);
  const { next } = appears ? await countRows({ statements, conditions }, scope) : { next: undefined };
  const nested = await represent(records, deps.extensionsOf(resource), { purpose: 'collection', scope });
  return { nested, expiresAt: next };
}

/** Replaces references with documents and adds their cache tags. */
function nest(
  place: Place,
  found: ReadonlyMap<string, Representation>,
  { registry, iris }: EmbeddedRecordsDeps,
): void {
  const { representation, name } = place;
  const references = referencesAt(place).filter(({ id }) => found.has(id));
  if (references.length === 0) return; // A field without embedded documents stays as stored.
  for (const reference of references) {
    const nested = found.get(reference.id);
    if (nested === undefined) continue;
    representation.tags.add(iris.of(reference));
    representation.tags.add(iris.item(registry.require(reference.type), reference.id));
    for (const tag of nested.tags) representation.tags.add(tag);
    for (const header of nested.vary) representation.vary.add(header);
    representation.expiresAt = earliest(representation.expiresAt, nested.expiresAt);
  }
  const shown = shownAt(place);
  const documentOf = (entry: unknown): unknown => (isReference(entry) ? found.get(entry.id) : null) ?? entry;
  representation.members[name] = Array.isArray(shown) ? shown.map(documentOf) : documentOf(shown);
}
