import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { JsonObject, JsonValue } from '../kernel/contract/json.js';
import type { ResourceDescriptor, UploadField } from '../kernel/contract/schema/resource.js';
import { isLocalFile } from './local-file.js';
import { ScaffoldError } from './scaffold-error.js';
import { type UploadBatch, uploadFieldsOf, type Uploads } from '../features/uploads/public-api.js';

type Write<Result> = (bodies: readonly JsonObject[]) => Promise<Result>;

/** Runs a write with the local files of its bodies stored, and deletes unused files afterwards. */
export type StoreLocalFiles = <Result>(
  resource: ResourceDescriptor,
  bodies: readonly JsonObject[],
  write: Write<Result>,
) => Promise<Result>;

/** Streams the files of scaffolds into the filesystems, under new names (components.md section 4.4). */
export function createStoreLocalFiles(deps: {
  readonly projectRoot: string;
  readonly uploads: Pick<Uploads, 'openBatch'>;
}): StoreLocalFiles {
  async function receiveFiles(
    resource: ResourceDescriptor,
    body: JsonObject,
    batch: UploadBatch,
  ): Promise<JsonObject> {
    const fields = new Map(uploadFieldsOf(resource).map((field) => [field.name, field]));
    const stored: Record<string, JsonValue | undefined> = { ...body };
    for (const [member, value] of Object.entries(body)) {
      if (!isLocalFile(value)) continue;
      const field = requireField(fields.get(member), resource, member);
      const content = createReadStream(resolve(deps.projectRoot, value.path));
      stored[member] = await batch.receive(field, { name: basename(value.path), content });
    }
    return stored;
  }

  return async (resource, bodies, write) => {
    for (const body of bodies) assertNoPaths(resource, body);
    if (!bodies.some((body) => Object.values(body).some(isLocalFile))) return write(bodies);
    const batch = deps.uploads.openBatch();
    try {
      const ready: JsonObject[] = [];
      for (const body of bodies) ready.push(await receiveFiles(resource, body, batch));
      return await write(ready);
    } finally {
      await batch.close();
    }
  };
}

function requireField(
  field: UploadField | undefined,
  { name }: ResourceDescriptor,
  member: string,
): UploadField {
  if (field !== undefined) return field;
  throw new ScaffoldError(`"${member}" of ${name} is no upload field; localFile() belongs into one.`);
}

/** Refuses paths. A path is neither a data URI nor base64, and the author meant the file. */
function assertNoPaths(resource: ResourceDescriptor, body: JsonObject): void {
  for (const { name } of uploadFieldsOf(resource)) {
    const value = body[name];
    if (typeof value !== 'string' || /^data:/i.test(value) || !value.includes('.')) continue;
    throw new ScaffoldError(
      `"${name}" of ${resource.name} holds a path. Write localFile('${value}') (import { localFile } from 'cms-api-components'); a text is a data URI or base64.`,
    );
  }
}
