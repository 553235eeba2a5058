import { type FSWatcher, statSync, watch } from 'node:fs';

interface WatchedFolder {
  readonly path: string;
  /** Whether a change of the entry with this name is reported. */
  concerns(name: string): boolean;
}

export interface FolderWatch {
  /** Schedules a report, as after a change. */
  schedule(): void;
  close(): void;
}

interface Open {
  readonly inode: number;
  readonly watcher: FSWatcher;
}

/** Debounce interval. Editors write a file in several steps, and a branch switch writes many files. */
const QUIET_MILLISECONDS = 80;

/**
 * Reports changes in folders after a quiet interval. Handles replaced files, and folders that disappear and return, as
 * in a branch switch. Watches each folder separately, because recursive watching in Node 20 loses files that an editor
 * replaces.
 */
export function createFolderWatch(folders: readonly WatchedFolder[], onChange: () => void): FolderWatch {
  const open = new Map<WatchedFolder, Open>();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (): void => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(onChange, QUIET_MILLISECONDS);
  };
  const follow = (): void => {
    for (const folder of folders) {
      const inode = inodeOf(folder.path);
      const known = open.get(folder);
      if (isClosed || known?.inode === inode) continue;
      known?.watcher.close();
      open.delete(folder);
      if (inode === undefined) continue;
      const watcher = watch(folder.path, (_event, name) => {
        // Watches new folders before reporting, because they may already contain files to read.
        follow();
        if (name === null || folder.concerns(name)) schedule();
      });
      watcher.on('error', schedule);
      open.set(folder, { inode, watcher });
    }
  };
  follow();
  return {
    schedule,
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const { watcher } of open.values()) watcher.close();
    },
  };
}

/** Returns undefined if the folder doesn't exist. */
function inodeOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true ? stats.ino : undefined;
}
