import { dirname } from 'node:path';
import { fileHash } from '../output/text-hash.js';
import { createFolderWatch, type FolderWatch } from '../watch-folders.js';

export interface FilesWatcher {
  /** Watches these files from now on; a file that is not there may come. */
  follow(paths: readonly string[]): void;
  close(): void;
}

/** Reports when the content of a file changes. Folders are watched, because editors replace files rather than write them. */
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
      // A file that changed while it was being read is still to be reported.
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
