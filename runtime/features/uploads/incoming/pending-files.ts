import type { StoredFile } from '../storage/stored-file.js';

/**
 * Files that writes of this process have stored and that no row may name yet: a form can bring its next file so slowly that the
 * first one looks old.
 */
export interface PendingFiles {
  begin(file: StoredFile): void;
  end(file: StoredFile): void;
  /** Whether the path is pending on any filesystem, because two of them may share a folder. */
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
