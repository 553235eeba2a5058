import type { UploadsConfig } from '../settings.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { ResourceDescriptor, UploadField } from '../../../kernel/contract/schema/resource.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import { decodeUploadText } from './decode-text.js';
import type { DraftFiles, DraftRequest } from './draft-files.js';
import type { FileChanges } from './file-changes.js';
import type { FileChecks } from './file-checks.js';
import type { FilePresence } from '../storage/file-presence.js';
import type { PendingFiles } from './pending-files.js';
import type { FileSource, IncomingFile, IncomingFiles } from './incoming-files.js';
import type { StoredFile } from '../storage/stored-file.js';
import { uploadFieldsOf } from './upload-fields.js';
import { oneChunk } from './upload-rules.js';
import { uploadErrors } from '../errors.js';

/** Files of one write, stored before its transaction opens. */
export interface UploadBatch {
  /**
   * Stores a file and returns the token that represents it in the body of the write. Undefined for the empty part of
   * an unused form field.
   */
  receive(field: UploadField, source: FileSource): Promise<string | undefined>;
  /** Returns the body with every data URI and base64 string of an upload field replaced by a token. */
  stage(resource: Pick<ResourceDescriptor, 'fields'>, body: JsonObject): Promise<JsonObject>;
  /**
   * Prepares an update, because its transaction must not wait for files: describes those that its checks need, and
   * copies those of a draft that it will create.
   */
  prepareUpdate(update: UpcomingUpdate): Promise<void>;
  /**
   * Called before a write whose files arrived slowly. @throws AppError 409 if one was deleted: another process treats
   * an old unreferenced file as orphaned (ADR 49)
   */
  assertThere(): Promise<void>;
  /** Called after the write, whatever its outcome. Deletes files that no row references. */
  close(): Promise<void>;
}

/** An update before its transaction opens. */
export interface UpcomingUpdate extends DraftRequest {
  readonly resource: Pick<ResourceDescriptor, 'fields' | 'publishable'>;
  readonly makesDraft: boolean;
}

export function createUploadBatch(deps: {
  readonly incoming: IncomingFiles;
  readonly changes: Pick<FileChanges, 'discard'>;
  readonly checks: FileChecks;
  readonly draftFiles: DraftFiles;
  readonly pendingFiles: PendingFiles;
  readonly find: FilePresence;
  readonly clock: Clock;
  readonly config: Pick<UploadsConfig, 'orphanedFiles'>;
}): UploadBatch {
  const openedAt = deps.clock.now().getTime();
  const received = new Map<string, IncomingFile>();
  const copies: StoredFile[] = [];
  const contexts: RequestContext[] = [];

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
    async prepareUpdate(update) {
      await deps.checks.describe(update.resource, update.record.values, update.context);
      if (!update.makesDraft) return;
      contexts.push(update.context);
      await deps.draftFiles.prepare(update, (copy) => {
        deps.pendingFiles.begin(copy);
        copies.push(copy);
      });
    },
    async assertThere() {
      const { minimumAge } = deps.config.orphanedFiles;
      // Half of the age, because the clocks of storages and processes differ.
      if (deps.clock.now().getTime() - openedAt < (minimumAge * 1000) / 2) return;
      const found = await deps.find([...received.values()]);
      if (found.includes(undefined)) throw uploadErrors.removed();
    },
    async close() {
      for (const token of received.keys()) deps.incoming.forget(token);
      for (const context of contexts) deps.draftFiles.forget(context);
      const made = [...received.values(), ...copies];
      if (made.length > 0) await deps.changes.discard(made);
      for (const file of made) deps.pendingFiles.end(file);
    },
  };
}
