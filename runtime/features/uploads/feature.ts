import type { ExpectUpdate } from '../publishing/feature.js';
import type { Answers } from '../../kernel/endpoints/answers.js';
import type { Kernel } from '../../kernel/kernel.js';
import { createUploadStage } from './upload-stage.js';
import { createDownloadEndpoints } from './endpoints/download.js';
import { createUploadEndpoints } from './endpoints/upload.js';
import type { Feature } from '../../kernel/feature.js';
import type { Uploads } from './uploads.js';

export interface UploadsFeatureUses {
  readonly uploads: Uploads;
  readonly expectUpdate: ExpectUpdate;
  readonly answers: Answers;
}

/** Stored files: in bodies, in requests of their own, and on their way back (components.md section 4). */
export function createUploadsFeature(
  { registry, iris, config, steps }: Kernel,
  { uploads, expectUpdate, answers }: UploadsFeatureUses,
): Feature {
  return {
    name: 'uploads',
    representation: [uploads.mediaObjects(steps)],
    writes: {
      rules: [uploads.writeRule],
      checks: [uploads.stateCheck],
      stages: [createUploadStage({ registry, uploads, expectUpdate })],
    },
    unitOfWork: uploads.unitHooks,
    consistency: uploads.consistency,
    endpoints: ({ operations }) =>
      registry.all.flatMap((resource) => [
        ...createUploadEndpoints(resource, { operations, uploads, answers, limits: config }),
        ...createDownloadEndpoints(resource, { operations, uploads, iris }),
      ]),
    close: () => uploads.close(),
  };
}

export { describeLocalFile } from './describe-file.js';
export { heldPaths } from './held-paths.js';
export { baseName, isServiceName } from './stored-name.js';
export { createPublicFileMounts } from './endpoints/public-files.js';
export { createUploads, withRequiredFiles, uploadFieldsOf } from './uploads.js';
export type { StoredFile } from './stored-files.js';
export type { PathColumn } from './upload-fields.js';
export type { Uploads, UploadBatch } from './uploads.js';
