import { defineDoor } from '../../kernel/contract/door.js';
import type { KeptFiles } from './kept-files.js';
import type { Uploads } from './uploads.js';

/** Stored files. */
export const UPLOADS = defineDoor<Uploads>('uploads');

/** Files that no record holds and that a feature needs nevertheless. */
export const KEPT_FILES = defineDoor<KeptFiles>('kept files');

export { describeLocalFile } from './describe-file.js';
export { readOriginalNames } from './file-info.js';
export type { KeptFiles } from './kept-files.js';
export type { NamedFile, NamedFilesOptions } from './named-files.js';
export { referencedPaths } from './referenced-paths.js';
export { UPLOADS_SETTINGS, type UploadsConfig } from './settings.js';
export { baseName, isServiceName } from './stored-name.js';
export type { StoredFile } from './stored-file.js';
export { uploadFieldsOf, type PathColumn } from './upload-fields.js';
export type { Uploads, UploadBatch } from './uploads.js';
