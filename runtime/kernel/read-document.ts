import type { Actor, RequestContext } from './contract/context.js';
import type { JsonObject } from './contract/json.js';
import { NOTHING_ASKED } from './contract/http/asked.js';
import { unlessRefused } from './errors/unless-refused.js';
import type { RegisteredResource } from './metadata/resource-registry.js';
import type { Clock } from './ports/clock.js';
import type { Logger } from './ports/logger.js';
import type { ResourceOperations } from './resource-operations.js';
import { unaskedContext } from './util/http/unasked-context.js';
import type { ItemSerializer } from './serializer/item-serializer.js';

/** One of the rows that a record may have. */
export interface DocumentRequest {
  readonly resource: RegisteredResource;
  readonly id: string;
  /** Whether the newest content is asked for, as readers of drafts do. */
  readonly isDraft: boolean;
}

/**
 * Answers the document that a GET shows a reader now; undefined where it may not read the record, or where another one stands in
 * its place, such as for a draft that was published meanwhile.
 */
export type ReadDocument = (reader: Actor, asked: DocumentRequest) => Promise<JsonObject | undefined>;

export interface ReadDocumentDeps {
  readonly operations: Pick<ResourceOperations, 'readItem'>;
  readonly serializer: ItemSerializer;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Makes the documents that others are sent without having asked. */
export function createReadDocument({ operations, serializer, ...deps }: ReadDocumentDeps): ReadDocument {
  return (reader, { resource, id, isDraft }) => {
    const context: RequestContext = {
      ...unaskedContext(reader, deps),
      asked: { ...NOTHING_ASKED, version: isDraft ? 'newest' : 'published' },
    };
    return unlessRefused(async () => {
      const representation = await operations.readItem(resource, id, context);
      if (representation.record.id !== id) return undefined;
      return serializer.serialize(representation, context);
    });
  };
}
