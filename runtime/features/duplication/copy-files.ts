import type { RequestContext } from '../../kernel/contract/context.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { objectOf } from '../../kernel/util/json-object.js';
import { baseName, uploadFieldsOf, type UploadBatch, type Uploads } from '../uploads/public-api.js';
import type { Source } from './read-source.js';

export interface CopyFilesDeps {
  readonly iris: Pick<IriConverter, 'parse'>;
  readonly operations: Pick<ResourceOperations, 'readItem'>;
  readonly uploads: Pick<Uploads, 'stores'>;
}

/**
 * Creates a function that copies the files of a record and returns the members for them, so that two records never
 * share a file. Files missing from their filesystem are skipped.
 */
export function createCopyFiles({ iris, operations, uploads }: CopyFilesDeps) {
  return async (
    { resource, document }: Pick<Source, 'resource' | 'document'>,
    context: RequestContext,
    batch: UploadBatch,
  ): Promise<JsonObject> => {
    // The media objects in the metadata are those that the caller may see.
    const shown = objectOf(objectOf(document._metadata).mediaObjects);
    const fields = uploadFieldsOf(resource).filter(({ name, writable }) => writable && name in shown);
    const target = iris.parse(String(document['@id']));
    if (fields.length === 0 || target?.kind !== 'item') return {};
    const { record } = await operations.readItem(resource, target.key, context);
    const members: Record<string, string> = {};
    for (const field of fields) {
      const path = record.values[field.name];
      if (typeof path !== 'string' || path === '') continue;
      const storage = uploads.stores.get(field.adapter);
      if ((await storage.stat(path)) === undefined) continue;
      const text = await batch.receive(field, { name: baseName(path), content: await storage.read(path) });
      if (text !== undefined) members[field.name] = text;
    }
    return members;
  };
}
