import type { ExpectUpdate } from '../behaviours/index.js';
import type { JsonObject } from '../contract/json.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { BodySource, ResourceOperations } from '../operations/resource-operations.js';
import type { UploadBatch, Uploads } from '../uploads/index.js';
import { isUploadable } from '../uploads/index.js';

interface UploadOperationsDeps {
  readonly uploads: Pick<Uploads, 'openBatch'>;
  readonly expectUpdate: ExpectUpdate;
}

/**
 * Does everything with files that a write needs before its transaction opens, so that no filesystem is waited for in it
 * (architecture.md section 1): stores those in JSON bodies, copies those of a draft that is about to be made, and removes
 * afterwards what the write did not keep.
 */
export function withUploads(
  operations: ResourceOperations,
  { uploads, expectUpdate }: UploadOperationsDeps,
): ResourceOperations {
  async function withBatch<Result>(
    resource: RegisteredResource,
    source: BodySource,
    write: (source: BodySource) => Promise<Result>,
    prepare?: (batch: UploadBatch, body: JsonObject) => Promise<void>,
  ): Promise<Result> {
    const sent = isUploadable(resource) ? readBody(source) : undefined;
    // A bad body stays bad: it is reported in its turn, after the item was found and judged.
    if (sent === undefined) return write(source);
    const batch = uploads.openBatch();
    try {
      const body = await batch.stage(resource, sent);
      await prepare?.(batch, body);
      return await write(() => body);
    } finally {
      await batch.close();
    }
  }

  return {
    ...operations,
    create: (resource, body, context) =>
      withBatch(resource, body, (source) => operations.create(resource, source, context)),
    update: (kind, resource, key, body, context) =>
      withBatch(
        resource,
        body,
        (source) => operations.update(kind, resource, key, source, context),
        async (batch, sent) => {
          const expected = await expectUpdate(resource, key, sent, context);
          if (expected === undefined) return;
          const { record, makesDraft } = expected;
          await batch.prepareUpdate({ resource, values: record.values, makesDraft, body: sent, context });
        },
      ),
  };
}

function readBody(source: BodySource): JsonObject | undefined {
  try {
    return source();
  } catch {
    return undefined;
  }
}
