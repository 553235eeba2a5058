import type { StoredFile } from '../storage/stored-file.js';

/**
 * A transaction came upon files that nobody prepared it for. No filesystem is waited for inside one (ADR 12), so it is
 * rolled back, the files are prepared, and the command runs again.
 */
export class FilesNotReady extends Error {
  override readonly name = 'FilesNotReady';
  constructor(
    /** Purpose of the files, because a command that writes many records prepares the files of each on its own. */
    readonly purpose: string,
    /** Runs outside the transaction; `onCopy` hears of each copy before it is made. */
    readonly prepare: (onCopy: (copy: StoredFile) => void) => Promise<void>,
  ) {
    super(`The files for ${purpose} were not prepared`);
  }
}
