import type { Actor, RequestContext } from './contract/context.js';
import type { JsonObject } from './contract/json.js';
import { NOTHING_REQUESTED } from './contract/http/requested.js';
import { unlessRefused } from './errors/unless-refused.js';
import type { RegisteredResource } from './metadata/resource-registry.js';
import type { Clock } from './ports/clock.js';
import type { Logger } from './ports/logger.js';
import type { ResourceOperations } from './resource-operations.js';
import { contextWithoutRequest } from './util/http/context-without-request.js';
import type { ItemSerializer } from './serializer/item-serializer.js';

/** A row of a record: published or draft. */
export interface DocumentRequest {
  readonly resource: RegisteredResource;
  readonly id: string;
  /** Whether to read the newest content, as readers of drafts do. */
  readonly isDraft: boolean;
}

/**
 * Returns the document that a GET would currently show a reader. Undefined if the reader may not see the
 * record, or if another row has replaced it, such as after a draft was published.
 */
export type ReadDocument = (reader: Actor, requested: DocumentRequest) => Promise<JsonObject | undefined>;

export interface ReadDocumentDeps {
  readonly operations: Pick<ResourceOperations, 'readItem'>;
  readonly serializer: ItemSerializer;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Creates the function that renders documents for push notifications. */
export function createReadDocument({ operations, serializer, ...deps }: ReadDocumentDeps): ReadDocument {
  return (reader, { resource, id, isDraft }) => {
    const context: RequestContext = {
      ...contextWithoutRequest(reader, deps),
      requested: { ...NOTHING_REQUESTED, version: isDraft ? 'newest' : 'published' },
    };
    return unlessRefused(async () => {
      const representation = await operations.readItem(resource, id, context);
      if (representation.record.id !== id) return undefined;
      return serializer.serialize(representation, context);
    });
  };
}
