import type { FileStorage, FilesystemConfig } from '../../kernel/ports/file-storage.js';
import { createLocalStorage } from './local.js';

/** Opens a configured filesystem; the S3 driver is loaded only when one needs it. */
export async function openStorage(options: FilesystemConfig): Promise<FileStorage> {
  if (options.driver === 'local') return createLocalStorage(options);
  const { createS3Storage } = await import('./s3.js');
  return createS3Storage(options);
}
