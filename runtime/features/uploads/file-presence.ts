import { BadStoragePath } from '../../kernel/ports/file-storage.js';
import { createLimiter } from '../../kernel/util/limiter.js';
import type { FileStores } from './file-stores.js';
import type { StoredFile } from './stored-files.js';

/** A bucket answers each question by a request of its own. */
const AT_ONCE = 16;

/** Says of each file, in their order, whether it is there. */
export type FilePresence = (files: readonly StoredFile[]) => Promise<readonly boolean[]>;

export function createFilePresence(stores: FileStores): FilePresence {
  const limited = createLimiter(AT_ONCE);

  async function isThere({ adapter, path }: StoredFile): Promise<boolean> {
    try {
      return (await stores.get(adapter).stat(path)) !== undefined;
    } catch (error) {
      if (error instanceof BadStoragePath) return false;
      throw error;
    }
  }

  return (files) => Promise.all(files.map((file) => limited(() => isThere(file))));
}
