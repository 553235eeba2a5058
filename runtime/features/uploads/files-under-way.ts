import type { StoredFile } from './stored-files.js';

/**
 * Files that writes of this process have stored and that no row may name yet: a form can bring its next file so slowly that the
 * first one looks old.
 */
export interface FilesUnderWay {
  begin(file: StoredFile): void;
  end(file: StoredFile): void;
  has(file: StoredFile): boolean;
}

export function createFilesUnderWay(): FilesUnderWay {
  const files = new Set<string>();
  const keyOf = ({ adapter, path }: StoredFile): string => `${adapter}:${path}`;
  return {
    begin: (file) => void files.add(keyOf(file)),
    end: (file) => void files.delete(keyOf(file)),
    has: (file) => files.has(keyOf(file)),
  };
}
