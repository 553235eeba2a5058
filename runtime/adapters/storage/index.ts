import type { FileStorage, FilesystemConfig } from '../../kernel/ports/file-storage.js';
import { loadOptional } from '../../kernel/util/packages/optional-package.js';
import { createLocalStorage } from './local.js';

/** Packages for S3 filesystems. */
const S3 = {
  names: ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', '@aws-sdk/s3-request-presigner'],
  key: 'filesystems',
  setting: 'a filesystem has the driver "s3"',
};

/** Opens a configured filesystem; the S3 driver is loaded only if necessary. */
export async function openStorage(options: FilesystemConfig): Promise<FileStorage> {
  if (options.driver === 'local') return createLocalStorage(options);
  const { createS3Storage } = await loadOptional(S3, () => import('./s3.js'));
  return createS3Storage(options);
}
