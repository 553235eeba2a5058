import { offer } from '../../kernel/contract/features/door.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { DRAFTS } from '../publishing/door.js';
import { KEPT_FILES, UPLOADS } from './door.js';
import { createDownloadEndpoints } from './endpoints/download.js';
import { createPublicFileMounts } from './endpoints/public-files.js';
import { createUploadEndpoints } from './endpoints/upload.js';
import { joinKeptFiles } from './storage/kept-files.js';
import { UPLOADS_SETTINGS } from './settings.js';
import { createUploadStage } from './incoming/upload-stage.js';
import { createUploads, withRequiredFiles } from './uploads.js';

export const doors = [UPLOADS];

export const describe = withRequiredFiles;

/** @throws ConfigError with the type and field that cannot work in this deployment */
export const create: CreateFeature = async (kernel, doors) => {
  const { registry, iris, steps, answers, ports, log } = kernel;
  const config = kernel.configOf(UPLOADS_SETTINGS);
  const kept = joinKeptFiles(() => doors.getAll(KEPT_FILES));
  const uploads = await createUploads({ ...kernel, config, kept, openStorage: ports.openStorage });
  return {
    offers: [offer(UPLOADS, uploads)],
    representation: [uploads.mediaObjects(steps)],
    writes: {
      rules: [uploads.writeRule],
      checks: [uploads.stateCheck],
      stages: [
        createUploadStage({
          registry,
          uploads,
          expectUpdate: (...target) => doors.get(DRAFTS).expectUpdate(...target),
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
