import { type Actor, ANONYMOUS } from '../../../kernel/contract/context.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import type { ItemSerializer } from '../../../kernel/serializer/item-serializer.js';
import { createReadDocument, type DocumentRequest } from '../../../kernel/read-document.js';
import { stateOf } from '../../../kernel/unit-of-work/record-state.js';
import { topicsOf } from './topics.js';
import { broadcastOf } from '../broadcast.js';
import type { Publication } from './publication.js';
import { isJsonObject } from '../../../kernel/util/json-object.js';

/** The update for the readers of one topic. */
export type Rendered = Omit<Publication, 'id' | 'data'> & { readonly document: JsonObject };

/**
 * Renders the current state of a record. A deleted record yields nothing, because its deletion is a separate message.
 */
export type RenderRecord = (record: {
  readonly type: string;
  readonly id: string;
  readonly wasShown: boolean;
}) => Promise<readonly Rendered[]>;

export interface RenderDeps {
  readonly kernel: Pick<Kernel, 'config' | 'registry' | 'iris' | 'database' | 'reader' | 'clock' | 'log'>;
  readonly operations: ResourceOperations;
  readonly serializer: ItemSerializer;
  /**
   * Returns actors for whom the hidden part of a type is rendered. Each of them must be able to read everything that
   * is sent.
   */
  readersOf(resource: RegisteredResource): readonly Actor[];
}

/**
 * Renders records. A document equals the GET response for the readers of its topic, with access checked at the time
 * of sending. Visitors receive what they can read then, readers of hidden topics the rest (realtime.md sections 2.3
 * to 2.5).
 */
export function createRenderRecord({ kernel, operations, serializer, readersOf }: RenderDeps): RenderRecord {
  const readDocument = createReadDocument({ ...kernel, operations, serializer });
  const { registry, iris, reader, database, clock, config } = kernel;
  const origin = config.server.publicUrl;

  async function documentFor(actor: Actor, requested: DocumentRequest): Promise<JsonObject | undefined> {
    const document = await readDocument(actor, requested);
    return document && withGroups(document, requested.resource);
  }

  /** Returns the update for visitors, or undefined if they may not read the record. */
  async function openUpdate(resource: RegisteredResource, id: string): Promise<Rendered | undefined> {
    const document = await documentFor(ANONYMOUS, { resource, id, isDraft: false });
    if (document === undefined) return undefined;
    const others = broadcastOf(resource)?.topics ?? [];
    return { topics: [origin + String(document['@id']), ...others], isPrivate: false, document };
  }

  return async ({ type, id, wasShown }) => {
    const resource = registry.require(type);
    // Most changes concern public content; then one document is enough.
    const isOpenType = resource.publishable === undefined && broadcastOf(resource)?.private !== true;
    if (isOpenType) {
      const open = await openUpdate(resource, id);
      if (open !== undefined) return [open];
    }
    const record = await reader.find(database, { type, id });
    if (record === undefined) return [];
    const state = stateOf(record, { registry, iris, now: clock.now() });
    const topics = topicsOf(state.reference, { registry, iris, origin });
    if (topics === null) return [];
    const requested = { resource, id, isDraft: state.version === 'draft' };
    const { published, draft } = topics;
    if (!isOpenType && !requested.isDraft && !published.isPrivate) {
      const open = await openUpdate(resource, id);
      if (open !== undefined) return [open];
    }
    const isLost = wasShown && !requested.isDraft && !published.isPrivate;
    const lost: Rendered = { topics: [published.url], isPrivate: false, document: { '@id': state.iri } };
    const readers = readersOf(resource);
    const document = commonOf(await Promise.all(readers.map((actor) => documentFor(actor, requested))));
    return [
      ...(isLost ? [lost] : []),
      ...(document === undefined ? [] : [{ topics: [draft.url], isPrivate: true, document } as const]),
    ];
  };
}

/** Returns the fields that all documents share. Undefined if one of the readers may not read the record. */
function commonOf(documents: readonly (JsonObject | undefined)[]): JsonObject | undefined {
  const [first, ...others] = documents;
  return others.reduce<JsonObject | undefined>(
    (common, other) => common && other && alikeIn(common, other),
    first,
  );
}

function alikeIn(one: JsonObject, other: JsonObject): JsonObject {
  const members = Object.entries(one).flatMap(([name, value]): [string, JsonValue][] => {
    const twin = other[name];
    if (value === undefined || twin === undefined) return [];
    if (isJsonObject(value) && isJsonObject(twin)) return [[name, alikeIn(value, twin)]];
    return JSON.stringify(value) === JSON.stringify(twin) ? [[name, value]] : [];
  });
  return Object.fromEntries(members);
}

/** Applies `x-mercure.normalizationGroups`: limits the document to the fields of these groups. */
function withGroups(document: JsonObject, resource: RegisteredResource): JsonObject {
  const normalizationGroups = broadcastOf(resource)?.normalizationGroups;
  if (normalizationGroups === undefined) return document;
  const usual = [`${resource.name}:cwa_resource:read`];
  const isIn = (name: string): boolean => {
    const field = resource.field(name);
    return (
      field === undefined || (field.readGroups ?? usual).some((group) => normalizationGroups.includes(group))
    );
  };
  return Object.fromEntries(Object.entries(document).filter(([name]) => isIn(name)));
}
