import { dirname } from 'node:path';
import { fileHash } from '../text/text-hash.js';
import { createFolderWatch, type FolderWatch } from '../watch-folders.js';

export interface FilesWatcher {
  /** Replaces the list of watched files. Missing files are reported when they are created. */
  follow(paths: readonly string[]): void;
  close(): void;
}

/**
 * Calls `onChange` when the content of a file changes. Watches folders, because editors replace files instead of
 * writing them.
 */
export function createFilesWatcher(onChange: () => void): FilesWatcher {
  let known = new Map<string, string | undefined>();
  let folders: FolderWatch | undefined;
  let isClosed = false;

  const look = (): void => {
    const before = known;
    known = new Map([...before.keys()].map((path) => [path, fileHash(path)]));
    if ([...known].some(([path, hash]) => before.get(path) !== hash)) onChange();
  };
  return {
    follow(paths) {
      if (isClosed) return;
      // Keeps the previous hash, so that a change during the read is still reported.
      known = new Map(paths.map((path) => [path, known.has(path) ? known.get(path) : fileHash(path)]));
      folders?.close();
      const wanted = [...new Set(paths.map((path) => dirname(path)))];
      folders = createFolderWatch(
        wanted.map((path) => ({ path, concerns: () => true })),
        look,
      );
      folders.schedule();
    },
    close() {
      isClosed = true;
      folders?.close();
    },
  };
}
