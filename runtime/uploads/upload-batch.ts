import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ResourceDescriptor, UploadField } from '../contract/resource.js';
import { decodeUploadText } from './decode-text.js';
import type { FileSource, IncomingFile, IncomingFiles } from './incoming-files.js';
import type { StoredFiles } from './stored-files.js';
import { uploadFieldsOf } from './upload-fields.js';
import { oneChunk } from './upload-rules.js';

/** Files of one write, stored before its transaction opens. */
export interface UploadBatch {
  /**
   * Stores a file and answers the text that stands for it in the body of the write; undefined for the empty file of a
   * form field that nobody filled in.
   */
  receive(field: UploadField, source: FileSource): Promise<string | undefined>;
  /** The body with every data URI and base64 text of an upload field replaced by such a text. */
  stage(resource: Pick<ResourceDescriptor, 'fields'>, body: JsonObject): Promise<JsonObject>;
  /** After the write, whatever became of it: files that no row refers to are removed. */
  close(): Promise<void>;
}

export function createUploadBatch(deps: {
  readonly incoming: IncomingFiles;
  readonly files: StoredFiles;
}): UploadBatch {
  const received = new Map<string, IncomingFile>();

  async function receive(field: UploadField, source: FileSource): Promise<string | undefined> {
    const file = await deps.incoming.receive(field, source);
    const token = deps.incoming.announce(file);
    received.set(token, file);
    return source.name === '' && file.value.size === 0 ? undefined : token;
  }

  return {
    receive,
    async stage(resource, body) {
      const staged: Record<string, JsonValue | undefined> = { ...body };
      for (const field of uploadFieldsOf(resource)) {
        const text = body[field.name];
        if (!field.writable || typeof text !== 'string' || text === '') continue;
        if (deps.incoming.find(text) !== undefined) continue;
        const decoded = decodeUploadText(text);
        if (decoded.kind === 'problem') continue; // reported with the other violations of the body
        const { bytes, extension } = decoded;
        const token = await receive(field, { name: undefined, extension, content: oneChunk(bytes) });
        staged[field.name] = token;
      }
      return staged;
    },
    async close() {
      for (const token of received.keys()) deps.incoming.forget(token);
      if (received.size > 0) await deps.files.removeUnreferenced([...received.values()]);
    },
  };
}
