import { StorageUnavailable } from '../../errors/storage-unavailable.js';

/** What a disk refuses for reasons of its own: no room, no right, or a fault. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'ESTALE',
]);

/** Work with files below `folder`, whose disk refuses nothing that its caller has to answer for. @throws StorageUnavailable */
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
