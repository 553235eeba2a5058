import type { RequestContext } from '../contract/context.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { Representation } from '../contract/records/operations.js';
import type { Reference } from '../contract/records/record.js';
import type { FieldDescriptor } from '../contract/schema/resource.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { formatDateTime } from './date-time.js';
import { isEmbedding } from './embedding.js';
import { showsId } from './shows-id.js';
import { createFieldAccess, type ExpressionGuard } from './field-access.js';

export interface ItemSerializer {
  /**
   * Returns the JSON-LD document of one record, with `@context` on the top level only (core.md section 1.1).
   */
  serialize(representation: Representation, context: RequestContext, level?: 'top' | 'member'): JsonObject;
}

interface SerializerDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly guard: ExpressionGuard;
  readonly metadataKey: string;
}

type Printer = (value: unknown, context: RequestContext) => JsonValue | undefined;
interface CompiledMember {
  readonly name: string;
  readonly print: Printer;
  readonly isVisible: (context: RequestContext, representation: Representation) => boolean;
}

/** Creates the serializer, which compiles each resource to closures on first use to keep requests fast. */
export function createItemSerializer(deps: SerializerDeps): ItemSerializer {
  const compiled = new Map<string, readonly CompiledMember[]>();
  function membersOf(resource: RegisteredResource): readonly CompiledMember[] {
    let members = compiled.get(resource.name);
    if (members === undefined) compiled.set(resource.name, (members = compile(resource, serializer, deps)));
    return members;
  }

  const serializer: ItemSerializer = {
    serialize(representation, context, level = 'top') {
      const { record } = representation;
      const resource = deps.registry.require(record.type);
      const document: Record<string, JsonValue | undefined> = {};
      if (level === 'top') document['@context'] = `${deps.iris.prefix}/contexts/${resource.name}`;
      document['@id'] = deps.iris.item(resource, recordKey(resource, representation));
      document['@type'] = resource.name;
      if (showsId(resource)) document.id = record.id;
      for (const { name, print, isVisible } of membersOf(resource)) {
        const isReplaced = Object.hasOwn(representation.members, name);
        const value = isReplaced ? representation.members[name] : record.values[name];
        const isAbsent = value === undefined || (value === null && !isReplaced);
        if (isAbsent || !isVisible(context, representation)) continue;
        document[name] = value === null ? null : print(value, context);
      }
      Object.assign(document, extraMembers(representation, resource, deps.iris));
      document[deps.metadataKey] = { persisted: true, ...representation.metadata };
      return document;
    },
  };
  return serializer;
}

/** Returns the part of the record's IRI after the collection path. */
export function recordKey(resource: RegisteredResource, { record }: Pick<Representation, 'record'>): string {
  if (resource.identifier === undefined) return record.id;
  // Identifiers are non-null string fields.
  return record.values[resource.identifier] as string;
}

function compile(
  resource: RegisteredResource,
  serializer: ItemSerializer,
  deps: SerializerDeps,
): readonly CompiledMember[] {
  const access = createFieldAccess(resource, deps.guard);
  return resource.fields
    .filter(({ readable, kind }) => readable && kind !== 'upload')
    .map((field) => ({
      name: field.name,
      print: isEmbedding(field) ? embeddedPrinter(serializer, deps.iris) : printerOf(field, deps.iris),
      isVisible: access.canRead(field),
    }));
}

function printerOf(field: FieldDescriptor, iris: IriConverter): Printer {
  if (field.kind === 'scalar' && field.type === 'datetime') return (value) => formatDateTime(value);
  if (field.kind === 'scalar' || field.kind === 'computed' || field.kind === 'upload') {
    // Decoded scalars are JSON values; computed fields may also return dates.
    return (value) => (value instanceof Date ? formatDateTime(value) : (value as JsonValue));
  }
  return (value) => printRelation(value, iris);
}

/** Prints an embedding relation: representations, and references to records that the caller may not read. */
function embeddedPrinter(serializer: ItemSerializer, iris: IriConverter): Printer {
  const print = (value: unknown, context: RequestContext): JsonValue => {
    if (Array.isArray(value)) return value.map((entry) => print(entry, context));
    return isRepresentation(value)
      ? serializer.serialize(value, context, 'member')
      : printRelation(value, iris);
  };
  return print;
}

function isRepresentation(value: unknown): value is Representation {
  return typeof value === 'object' && value !== null && 'record' in value && 'members' in value;
}

/** Prints relations as IRIs. Extensions may have replaced them with documents. */
function printRelation(value: unknown, iris: IriConverter): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => printRelation(entry, iris));
  return isReference(value) ? iris.of(value) : (value as JsonValue); // A document built by an extension.
}

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'type' in value && 'id' in value && 'key' in value;
}

/** Returns members that extensions add without a field (`redirectPath`, `collection`). */
function extraMembers(
  { members }: Representation,
  resource: RegisteredResource,
  iris: IriConverter,
): JsonObject {
  const extra: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || resource.field(name) !== undefined) continue;
    extra[name] = value instanceof Date ? formatDateTime(value) : printRelation(value, iris);
  }
  return extra;
}
