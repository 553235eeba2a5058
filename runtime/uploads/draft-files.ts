import type { AppConfig } from '../config/app-config.js';
import type { RequestContext } from '../contract/context.js';
import type { Database } from '../contract/database.js';
import type { JsonObject } from '../contract/json.js';
import type { DraftCopy } from '../contract/operations.js';
import type { ResourceDescriptor, UploadField } from '../contract/resource.js';
import type { FileChanges } from './file-changes.js';
import type { FileInfo } from './file-info.js';
import { readFileInfo, writeFileInfo } from './file-info.js';
import type { FileStores } from './file-stores.js';
import { variantPath } from './image-variants.js';
import type { StoredFile, StoredFiles } from './stored-files.js';
import { copiedPath } from './stored-name.js';
import { isUploadable, storedPath, uploadFieldsOf } from './upload-fields.js';

interface CopiedFile {
  readonly path: string;
  /** Rows of the file-info table that go with it. */
  readonly infos: readonly FileInfo[];
}

/** A copy that waits for its draft; none when the file is missing. */
interface PreparedCopy {
  readonly from: string;
  readonly copy: CopiedFile | undefined;
}

interface PreparedCopies {
  readonly byField: ReadonlyMap<string, PreparedCopy>;
  /** Fields for which the same write brings a file, or none. */
  readonly replaced: ReadonlySet<string>;
}

export interface DraftRequest {
  readonly resource: Pick<ResourceDescriptor, 'fields'>;
  /** Values of the published row as they were found without a lock. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly body: JsonObject;
  readonly context: RequestContext;
}

export interface DraftFiles {
  /** The step of making a draft that gives it files of its own, so that two rows never share an object. */
  readonly draftCopy: DraftCopy;
  /** Copies files before the transaction that may make a draft; `onCopy` hears of each before it is made. */
  prepare(request: DraftRequest, onCopy: (copy: StoredFile) => void): Promise<void>;
  /** The write is over: copies that wait for it are nobody's. */
  forget(context: RequestContext): void;
}

interface DraftFilesDeps {
  readonly stores: FileStores;
  readonly files: Pick<StoredFiles, 'filters'>;
  readonly changes: FileChanges;
  readonly database: Database;
  readonly config: Pick<AppConfig, 'imageCachePrefix'>;
  readonly resources: readonly ResourceDescriptor[];
}

/**
 * Files of drafts (components.md section 4.9). They are copied before the transaction, which takes a copy when the row
 * still holds the file that was copied. In the rare race where another request changed the file in between, or where a
 * row was published meanwhile, the copy is made inside: one slow transaction is a smaller thing than a write that starts
 * over and may lose the race again (ADR 12).
 */
export function createDraftFiles(deps: DraftFilesDeps): DraftFiles {
  const { changes, database } = deps;
  const byName = new Map(deps.resources.map((resource) => [resource.name, resource]));
  const prepared = new WeakMap<RequestContext, PreparedCopies>();

  return {
    async prepare({ resource, values, body, context }, onCopy) {
      const replaced = new Set(
        uploadFieldsOf(resource)
          .filter((field) => isReplaced(field, body))
          .map(({ name }) => name),
      );
      const files = storedFiles(resource, values).filter(({ field }) => !replaced.has(field.name));
      const infos = await readFileInfo(
        database,
        files.map(({ from }) => from),
      );
      const byField = new Map<string, PreparedCopy>();
      for (const { field, from } of files) {
        byField.set(field.name, { from, copy: await copyFile(field, { from, infos, onCopy }, deps) });
      }
      prepared.set(context, { byField, replaced });
    },
    forget: (context) => void prepared.delete(context),
    draftCopy: {
      name: 'uploads',
      appliesTo: isUploadable,
      async copy(values, published, { session, context }) {
        const resource = byName.get(published.type);
        if (resource === undefined) return;
        const ready = prepared.get(context);
        const files = storedFiles(resource, values).filter(({ field }) => !ready?.replaced.has(field.name));
        const unprepared = files.filter(({ field, from }) => ready?.byField.get(field.name)?.from !== from);
        const infos = await readFileInfo(
          session,
          unprepared.map(({ from }) => from),
        );
        const onCopy = (file: StoredFile): void => changes.made(session, file);
        const rows: FileInfo[] = [];
        for (const file of files) {
          const { field, from } = file;
          const copy = unprepared.includes(file)
            ? await copyFile(field, { from, infos, onCopy }, deps)
            : ready?.byField.get(field.name)?.copy;
          if (copy === undefined) continue; // a file that is missing keeps its path
          rows.push(...copy.infos);
          values[field.name] = copy.path;
        }
        await writeFileInfo(session, rows);
      },
    },
  };
}

/** A member that only some callers may set is copied like one that was not sent. */
function isReplaced(field: UploadField, body: JsonObject): boolean {
  const isForAll = field.writeIf === undefined && field.writeGroups === undefined;
  return field.writable && isForAll && Object.hasOwn(body, field.name);
}

function storedFiles(
  resource: Pick<ResourceDescriptor, 'fields'>,
  values: Readonly<Record<string, unknown>>,
): readonly { readonly field: UploadField; readonly from: string }[] {
  return uploadFieldsOf(resource).flatMap((field) => {
    const from = storedPath(values, field);
    return from === undefined ? [] : [{ field, from }];
  });
}

/** A file with its variants under a new name; undefined when there is none. */
async function copyFile(
  { adapter }: UploadField,
  source: {
    readonly from: string;
    readonly infos: readonly FileInfo[];
    readonly onCopy: (copy: StoredFile) => void;
  },
  { stores, files, config }: DraftFilesDeps,
): Promise<CopiedFile | undefined> {
  const { from, infos, onCopy } = source;
  const path = copiedPath(from);
  const storage = stores.get(adapter);
  onCopy({ adapter, path });
  if (!(await storage.copy(from, path))) return undefined;
  const copied: FileInfo[] = [];
  for (const info of infos.filter((one) => one.path === from)) {
    const { filter, mediaType } = info;
    // Variants of filters that nothing names any more are not served, and nobody would remove their copies.
    if (filter !== null && !files.filters.has(filter)) continue;
    const isCopied =
      filter === null ||
      mediaType === '' ||
      (await storage.copy(
        variantPath(config.imageCachePrefix, filter, from),
        variantPath(config.imageCachePrefix, filter, path),
      ));
    if (isCopied) copied.push({ ...info, path });
  }
  return { path, infos: copied };
}
