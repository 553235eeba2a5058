import { createHash } from 'node:crypto';
import { watch, type FSWatcher } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface FilesWatcher {
  /** Watches these files from now on; a file that is not there may come. */
  follow(paths: readonly string[]): Promise<void>;
  close(): void;
}

/** Editors write a file in several steps. */
const QUIET_MILLISECONDS = 80;

/** Reports when the content of a file changes. Folders are watched, because editors replace files rather than write them. */
export function createFilesWatcher(onChange: () => void): FilesWatcher {
  const folders = new Map<string, FSWatcher>();
  let known = new Map<string, string | undefined>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function look(): Promise<void> {
    const current = new Map<string, string | undefined>();
    for (const path of known.keys()) current.set(path, await contentHash(path));
    const isChanged = [...current].some(([path, hash]) => known.has(path) && known.get(path) !== hash);
    if (isClosed || !isChanged) return;
    for (const [path, hash] of current) if (known.has(path)) known.set(path, hash);
    onChange();
  }
  const schedule = (): void => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void look(), QUIET_MILLISECONDS);
  };
  const watchFolder = (folder: string): void => {
    try {
      // A folder that vanishes for a moment (a branch switch) is no reason to stop.
      folders.set(folder, watch(folder, schedule).on('error', schedule));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  };

  return {
    async follow(paths) {
      const next = new Map<string, string | undefined>();
      // A file that changed while it was being read is still to be reported.
      for (const path of paths) next.set(path, known.has(path) ? known.get(path) : await contentHash(path));
      if (isClosed) return;
      known = next;
      const wanted = new Set(paths.map((path) => dirname(path)));
      for (const [folder, watcher] of folders) {
        if (wanted.has(folder)) continue;
        watcher.close();
        folders.delete(folder);
      }
      for (const folder of wanted) if (!folders.has(folder)) watchFolder(folder);
      schedule();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const watcher of folders.values()) watcher.close();
    },
  };
}

/** Undefined for a file that cannot be read. */
async function contentHash(path: string): Promise<string | undefined> {
  try {
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  } catch {
    return undefined;
  }
}
