import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';
import type { RetainedFiles } from './storage/retained-files.js';
import type { Uploads } from './uploads.js';

/** Provides stored files. */
export const UPLOADS = defineFeatureApi<Uploads>('uploads');

/** Unreferenced files that a feature needs. */
export const RETAINED_FILES = defineFeatureApi<RetainedFiles>('kept files');

export { describeLocalFile } from './incoming/describe-file.js';
export { readOriginalNames } from './storage/file-info.js';
export type { RetainedFiles } from './storage/retained-files.js';
export type { NamedFile, NamedFilesOptions } from './storage/named-files.js';
export { referencedPaths } from './storage/referenced-paths.js';
export { UPLOADS_SETTINGS, type UploadsConfig } from './settings.js';
export { baseName, isServiceName } from './storage/stored-name.js';
export type { StoredFile } from './storage/stored-file.js';
export { uploadFieldsOf, type PathColumn } from './incoming/upload-fields.js';
export type { Uploads, UploadBatch } from './uploads.js';
