import type { StoredFile } from '../storage/stored-file.js';

/**
 * Thrown when a transaction needs files that were not prepared. Transactions never wait for a filesystem (ADR 12), so
 * it is rolled back, the files are prepared, and the command runs again.
 */
export class FilesNotReady extends Error {
  override readonly name = 'FilesNotReady';
  constructor(
    /** Identifies the files, because a command that writes many records prepares those of each separately. */
    readonly purpose: string,
    /** Runs outside the transaction. `onCopy` is called before each copy. */
    readonly prepare: (onCopy: (copy: StoredFile) => void) => Promise<void>,
  ) {
    super(`The files for ${purpose} were not prepared`);
  }
}
