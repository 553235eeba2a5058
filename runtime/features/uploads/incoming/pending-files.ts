import type { StoredFile } from '../storage/stored-file.js';

/**
 * Files that running writes of this process have stored but no row references. Slow uploads need this: an early file
 * would look old enough for deletion before the last one arrives.
 */
export interface PendingFiles {
  begin(file: StoredFile): void;
  end(file: StoredFile): void;
  /** Returns whether the path is pending on any filesystem, because two of them may share a folder. */
  hasPath(path: string): boolean;
}

export function createPendingFiles(): PendingFiles {
  const adapters = new Map<string, Set<string>>();
  return {
    begin({ adapter, path }) {
      adapters.set(path, (adapters.get(path) ?? new Set()).add(adapter));
    },
    end({ adapter, path }) {
      const left = adapters.get(path);
      left?.delete(adapter);
      if (left?.size === 0) adapters.delete(path);
    },
    hasPath: (path) => adapters.has(path),
  };
}
