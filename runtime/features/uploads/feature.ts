import { provide } from '../../kernel/contract/features/feature-api.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { DRAFTS } from '../publishing/public-api.js';
import { RETAINED_FILES, UPLOADS } from './public-api.js';
import { createDownloadEndpoints } from './endpoints/download.js';
import { createPublicFileMounts } from './endpoints/public-files.js';
import { createUploadEndpoints } from './endpoints/upload.js';
import { joinRetainedFiles } from './storage/retained-files.js';
import { UPLOADS_SETTINGS } from './settings.js';
import { createUploadStage } from './incoming/upload-stage.js';
import { createUploads, withRequiredFiles } from './uploads.js';

export const apis = [UPLOADS];

export const describe = withRequiredFiles;

/** @throws ConfigError with the type and field that cannot work in this deployment */
export const create: CreateFeature = async (kernel, apis) => {
  const { registry, iris, steps, answers, ports, log } = kernel;
  const config = kernel.configOf(UPLOADS_SETTINGS);
  const retained = joinRetainedFiles(() => apis.getAll(RETAINED_FILES));
  const uploads = await createUploads({ ...kernel, config, retained, openStorage: ports.openStorage });
  return {
    provides: [provide(UPLOADS, uploads)],
    representation: [uploads.mediaObjects(steps)],
    writes: {
      rules: [uploads.writeRule],
      checks: [uploads.stateCheck],
      stages: [
        createUploadStage({
          registry,
          uploads,
          expectUpdate: (...target) => apis.get(DRAFTS).expectUpdate(...target),
        }),
      ],
    },
    unitOfWork: uploads.unitHooks,
    consistency: uploads.consistency,
    channels: () => uploads.channels,
    endpoints: ({ operations }) =>
      registry.all.flatMap((resource) => [
        ...createUploadEndpoints(resource, { operations, uploads, answers, limits: config }),
        ...createDownloadEndpoints(resource, { operations, uploads, iris }),
      ]),
    http: {
      mounts: createPublicFileMounts({
        config,
        uploads,
        log,
        cors: ports.origins.fileCors,
        compression: ports.compression,
      }),
    },
    close: () => uploads.close(),
  };
};
