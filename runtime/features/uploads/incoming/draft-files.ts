import type { UploadsConfig } from '../settings.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Database } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { DraftCopy } from '../../../kernel/contract/records/writes.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { ResourceDescriptor, UploadField } from '../../../kernel/contract/schema/resource.js';
import { type FileInfo, readFileInfo, writeFileInfo } from '../storage/file-info.js';
import type { FileStores } from '../storage/file-stores.js';
import { freePath } from './incoming-files.js';
import { FilesNotReady } from './files-not-ready.js';
import type { StoredFile } from '../storage/stored-file.js';
import type { StoredFiles } from '../storage/stored-files.js';
import { copiedPath } from '../storage/stored-name.js';
import { type HeldFile, heldFiles, isUploadable, uploadFieldsOf } from './upload-fields.js';
import { variantPath } from '../variants/variant-path.js';
import { stateKey } from '../../../kernel/util/async/state.js';

interface CopiedFile {
  readonly path: string;
  /** Its rows of the file-info table. */
  readonly infos: readonly FileInfo[];
}

/** A copy for a draft that will be created; none if the file is missing. */
interface PreparedCopy {
  readonly from: string;
  readonly copy: CopiedFile | undefined;
}

type OnCopy = (copy: StoredFile) => void;

interface PreparedCopies {
  readonly byField: ReadonlyMap<string, PreparedCopy>;
  /** Fields that the same write replaces or clears. */
  readonly replaced: ReadonlySet<string>;
}

export interface DraftRequest {
  readonly resource: Pick<ResourceDescriptor, 'fields'>;
  /** The published row as read without a lock. */
  readonly record: StoredRecord;
  readonly body: JsonObject;
  readonly context: RequestContext;
}

export interface DraftFiles {
  /** Step of creating a draft that gives it its own files, so that two rows never share a file. */
  readonly draftCopy: DraftCopy;
  /** Copies files before the transaction that may create a draft. `onCopy` is called before each copy. */
  prepare(request: DraftRequest, onCopy: OnCopy): Promise<void>;
  /** Called after the write: remaining copies are unused. */
  forget(context: RequestContext): void;
}

interface DraftFilesDeps {
  readonly stores: FileStores;
  readonly files: Pick<StoredFiles, 'filters'>;
  readonly database: Database;
  readonly config: Pick<UploadsConfig, 'imageCachePrefix'>;
  readonly resources: readonly ResourceDescriptor[];
}

/**
 * Creates the handling of draft files (components.md section 4.9). Files are copied before the transaction, which
 * uses a copy if the row still references the copied file. Rarely, another request changes the file or publishes the
 * row in between. The transaction is then rolled back and runs again after the right file was copied (ADR 12).
 */
export function createDraftFiles(deps: DraftFilesDeps): DraftFiles {
  const byName = new Map(deps.resources.map((resource) => [resource.name, resource]));
  /** Prepared copies by the id of the published row. */
  const prepared = stateKey(() => new Map<string, PreparedCopies>());

  async function copyFiles(
    { id }: StoredRecord,
    { files, replaced }: { readonly files: readonly HeldFile[]; readonly replaced: ReadonlySet<string> },
    { context, onCopy }: { readonly context: RequestContext; readonly onCopy: OnCopy },
  ): Promise<void> {
    const ofRequest = context.state.of(prepared);
    const earlier = ofRequest.get(id)?.byField;
    const fresh = files.filter(({ field, path }) => earlier?.get(field.name)?.from !== path);
    const infos = await readFileInfo(
      deps.database,
      fresh.map(({ path }) => path),
    );
    const byField = new Map(earlier);
    for (const { field, path: from } of fresh) {
      byField.set(field.name, { from, copy: await copyFile(field, { from, infos, onCopy }, deps) });
    }
    ofRequest.set(id, { byField, replaced });
  }

  return {
    async prepare({ resource, record, body, context }, onCopy) {
      const replaced = new Set(
        uploadFieldsOf(resource)
          .filter((field) => isReplaced(field, body))
          .map(({ name }) => name),
      );
      const files = heldFiles(resource, record.values).filter(({ field }) => !replaced.has(field.name));
      await copyFiles(record, { files, replaced }, { context, onCopy });
    },
    forget: ({ state }) => state.of(prepared).clear(),
    draftCopy: {
      appliesTo: isUploadable,
      async copy(values, published, { session, context }) {
        const resource = byName.get(published.type);
        if (resource === undefined) return;
        const { byField, replaced } = context.state.of(prepared).get(published.id) ?? NOTHING_PREPARED;
        const files = heldFiles(resource, values).filter(({ field }) => !replaced.has(field.name));
        if (files.some(({ field, path }) => byField.get(field.name)?.from !== path)) {
          throw new FilesNotReady(`a draft of ${published.id}`, (onCopy) =>
            copyFiles(published, { files, replaced }, { context, onCopy }),
          );
        }
        const rows: FileInfo[] = [];
        for (const { field } of files) {
          const copy = byField.get(field.name)?.copy;
          if (copy === undefined) continue; // a missing file keeps its path
          rows.push(...copy.infos);
          values[field.name] = copy.path;
        }
        await writeFileInfo(session, rows);
      },
    },
  };
}

const NOTHING_PREPARED: PreparedCopies = { byField: new Map(), replaced: new Set() };

/**
 * Returns whether the write replaces the field. A field that only some callers may set is copied as if it was not
 * sent.
 */
function isReplaced(field: UploadField, body: JsonObject): boolean {
  const isForAll = field.writeIf === undefined && field.writeGroups === undefined;
  return field.writable && isForAll && Object.hasOwn(body, field.name);
}

/** Copies a file with its variants to a new name. Undefined if it does not exist. */
async function copyFile(
  { adapter }: UploadField,
  source: {
    readonly from: string;
    readonly infos: readonly FileInfo[];
    readonly onCopy: OnCopy;
  },
  { stores, files, config }: DraftFilesDeps,
): Promise<CopiedFile | undefined> {
  const { from, infos, onCopy } = source;
  const storage = stores.get(adapter);
  const path = await freePath(storage, () => copiedPath(from));
  onCopy({ adapter, path });
  if (!(await storage.copy(from, path))) return undefined;
  const copied: FileInfo[] = [];
  for (const info of infos.filter((one) => one.path === from)) {
    const { filter, mediaType } = info;
    // Variants of unused filters are not served, and nothing would delete their copies.
    if (filter !== null && !files.filters.has(filter)) continue;
    const isCopied =
      filter === null ||
      mediaType === '' ||
      (await storage.copy(
        variantPath(config.imageCachePrefix, { ...info, filter }),
        variantPath(config.imageCachePrefix, { ...info, path, filter }),
      ));
    if (isCopied) copied.push({ ...info, path });
  }
  return { path, infos: copied };
}
