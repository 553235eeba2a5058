import { StorageUnavailable } from '../../errors/storage-unavailable.js';

/** Error codes of a full, read-only or faulty disk. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'ESTALE',
]);

/** Runs file operations below `folder` and translates disk failures. @throws StorageUnavailable */
export async function onDisk<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && REFUSALS.has(error.code))) throw error;
    throw new StorageUnavailable(
      `The disk of ${folder} refuses a file: ${error.message}\nMake room on it, or let this service write there.`,
      error,
    );
  }
}
