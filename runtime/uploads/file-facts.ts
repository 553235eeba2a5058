import type { SqlSession } from '../contract/database.js';
import { isInTransaction } from '../util/is-in-transaction.js';
import type { FileValue } from '../validation/constraints/files.js';
import { describeFile } from './describe-file.js';
import type { FileInfo } from './file-info.js';
import { readFileInfo } from './file-info.js';
import type { FileStores } from './file-stores.js';
import { MAX_SOURCE_BYTES } from './image-variants.js';
import { RASTER_TYPES } from './image-size.js';
import type { IncomingFile } from './incoming-files.js';
import type { StoredFile } from './stored-files.js';
import { extensionOf } from './stored-name.js';

/** What the rules of a write may know of its files. A path always means the same bytes, so nothing is asked twice. */
export interface FileFacts {
  /** A file that this transaction puts into a field. */
  accept(session: SqlSession, file: IncomingFile): void;
  accepted(session: SqlSession, path: string): IncomingFile | undefined;
  /** Stored files by path: one statement; a file that nobody can read is left out. */
  read(session: SqlSession, files: readonly StoredFile[]): Promise<ReadonlyMap<string, FileValue>>;
}

export function createFileFacts({ stores }: { readonly stores: FileStores }): FileFacts {
  const incoming = new WeakMap<SqlSession, Map<string, IncomingFile>>();
  const known = new WeakMap<SqlSession, Map<string, FileValue>>();

  async function readUnknown(
    session: SqlSession,
    files: readonly StoredFile[],
  ): Promise<Map<string, FileValue>> {
    const infos = await readFileInfo(
      session,
      files.map(({ path }) => path),
    );
    const originals = new Map(
      infos.filter(({ filter }) => filter === null).map((info) => [info.path, info] as const),
    );
    const values = new Map<string, FileValue>();
    for (const { adapter, path } of files) {
      // Looking at the file itself is the exception: a write describes its files before the transaction opens.
      const info = originals.get(path) ?? (await describeFile(stores.get(adapter), path));
      if (info !== undefined) values.set(path, storedValue(info));
    }
    return values;
  }

  return {
    accept(session, file) {
      const files = incoming.get(session) ?? new Map<string, IncomingFile>();
      incoming.set(session, files.set(file.path, file));
    },
    accepted: (session, path) => incoming.get(session)?.get(path),
    async read(session, files) {
      const values = new Map(known.get(session));
      for (const { path } of files) {
        const file = incoming.get(session)?.get(path);
        // Judged like any stored file, so that its own write tells of it what every later read tells.
        if (file !== undefined) values.set(path, { ...file.value, name: '' });
      }
      const unknown = files.filter(({ path }) => !values.has(path));
      for (const [path, value] of await readUnknown(session, unknown)) values.set(path, value);
      // Only what a transaction has read ends with it.
      if (isInTransaction(session)) known.set(session, values);
      return values;
    },
  };
}

/** The name that a client once gave is not kept, so rules about it say nothing of stored files. */
function storedValue({ path, mediaType, size, width, height }: FileInfo): FileValue {
  const isBroken = RASTER_TYPES.has(mediaType) && width === null && size <= MAX_SOURCE_BYTES;
  return { size, mediaType, name: '', extension: extensionOf(path), width, height, isBroken };
}
