import { BadStoragePath, type FileFacts } from '../../../kernel/ports/file-storage.js';
import { createLimiter } from '../../../kernel/util/async/limiter.js';
import type { FileStores } from './file-stores.js';
import type { StoredFile } from './stored-file.js';

/** Concurrent requests, because a bucket needs one per file. */
const AT_ONCE = 16;

/** Returns the facts of each file, in order; undefined for missing files. */
export type FilePresence = (files: readonly StoredFile[]) => Promise<readonly (FileFacts | undefined)[]>;

export function createFilePresence(stores: FileStores): FilePresence {
  const limited = createLimiter(AT_ONCE);

  async function find({ adapter, path }: StoredFile): Promise<FileFacts | undefined> {
    try {
      return await stores.get(adapter).stat(path);
    } catch (error) {
      if (error instanceof BadStoragePath) return undefined;
      throw error;
    }
  }

  return (files) => Promise.all(files.map((file) => limited(() => find(file))));
}
