import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { BodySource, ResourceOperations } from '../operations/resource-operations.js';
import type { Uploads } from '../uploads/index.js';
import { isUploadable } from '../uploads/index.js';

/**
 * Stores the files in JSON bodies before the transaction of the write opens, so that no filesystem is waited for in it
 * (architecture.md section 1), and removes what the write did not keep.
 */
export function withUploads(operations: ResourceOperations, uploads: Uploads): ResourceOperations {
  async function staged<Result>(
    resource: RegisteredResource,
    body: BodySource,
    write: (body: BodySource) => Promise<Result>,
  ): Promise<Result> {
    if (!isUploadable(resource)) return write(body);
    const batch = uploads.openBatch();
    try {
      return await write(await stageBody(resource, body, batch));
    } finally {
      await batch.close();
    }
  }

  return {
    ...operations,
    create: (resource, body, context) =>
      staged(resource, body, (source) => operations.create(resource, source, context)),
    update: (kind, resource, key, body, context) =>
      staged(resource, body, (source) => operations.update(kind, resource, key, source, context)),
  };
}

/** A bad body stays bad: it is reported in its turn, after the item was found and judged. */
async function stageBody(
  resource: RegisteredResource,
  source: BodySource,
  batch: ReturnType<Uploads['openBatch']>,
): Promise<BodySource> {
  let body: ReturnType<BodySource>;
  try {
    body = source();
  } catch {
    return source;
  }
  const replaced = await batch.stage(resource, body);
  return () => replaced;
}
