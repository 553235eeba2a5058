import type { AnswerSteps } from '../../kernel/contract/http/answer-steps.js';
import type { ConsistencyCheck } from '../../kernel/contract/records/derived.js';
import type { Extensions } from '../../kernel/contract/features/extensions.js';
import type { OutboxChannel } from '../../kernel/contract/features/outbox.js';
import type { RepresentationExtension } from '../../kernel/contract/records/operations.js';
import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import type { UnitHooks } from '../../kernel/contract/records/unit-of-work.js';
import type { DraftCopy, StateCheck, WriteRule } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { OpenStorage } from '../../kernel/kernel-ports.js';
import { createBackgroundWork } from './storage/background-work.js';
import { createFileInfoCheck } from './consistency/file-info-check.js';
import { createStoredFilesCheck } from './consistency/stored-files-check.js';
import { createDraftFiles } from './incoming/draft-files.js';
import { createFieldFilters, type FieldFilters } from './variants/field-filters.js';
import { createFileChanges } from './incoming/file-changes.js';
import { createFileChecks } from './incoming/file-checks.js';
import { createFileFacts } from './incoming/file-facts.js';
import { createFilePresence, type FilePresence } from './storage/file-presence.js';
import { type FileStores, openFileStores } from './storage/file-stores.js';
import { createFileUrls } from './serving/file-urls.js';
import { createHeldRemovals, type HeldRemovals } from './storage/held-removals.js';
import { createIncomingFiles } from './incoming/incoming-files.js';
import { createFindInvalidFiles, type FindInvalidFiles } from './storage/invalid-files.js';
import type { RetainedFiles } from './storage/retained-files.js';
import { createMediaObjects } from './serving/media-objects.js';
import { createMedia, type Media } from './media/media.js';
import { createMissingInfo } from './variants/missing-info.js';
import { createNamedFiles, type ReadNamedFiles } from './storage/named-files.js';
import { createPendingFiles, type PendingFiles } from './incoming/pending-files.js';
import { createPreparedRuns } from './incoming/prepared-runs.js';
import { createServedNames, type ServedNames } from './serving/served-names.js';
import type { UploadsConfig } from './settings.js';
import { assertSharpInstalled } from './variants/sharp.js';
import { createStoredFiles, type StoredFiles } from './storage/stored-files.js';
import { createUploadBatch, type UploadBatch } from './incoming/upload-batch.js';
import { checkUploadFields, type PathColumn, pathColumns, uploadFieldsOf } from './incoming/upload-fields.js';
import { createUploadRules } from './incoming/upload-rules.js';

export { storedMediaType } from './incoming/describe-file.js';
export { chooseServedPart, fileHeaders, fileEntityTag } from './serving/served-file.js';
export type { UploadBatch } from './incoming/upload-batch.js';
export type { FileStores } from './storage/file-stores.js';
export { uploadFieldsOf, isUploadable } from './incoming/upload-fields.js';
export { withRequiredFiles } from './incoming/upload-rules.js';

/** Services for uploaded files. */
export interface Uploads {
  readonly stores: FileStores;
  /** Inspects files in separate processes. */
  readonly media: Media;
  readonly files: StoredFiles;
  /** Files without a record that other features need. */
  readonly kept: RetainedFiles;
  /** Columns that store paths. */
  readonly columns: readonly PathColumn[];
  readonly find: FilePresence;
  readonly findInvalid: FindInvalidFiles;
  readonly pendingFiles: Pick<PendingFiles, 'hasPath'>;
  readonly filtersOf: FieldFilters;
  readonly servedNames: ServedNames;
  readonly writeRule: WriteRule;
  readonly stateCheck: StateCheck;
  /** Creates the extension for file metadata; project code runs as a step of the response. */
  mediaObjects(steps: AnswerSteps): RepresentationExtension;
  readonly draftCopy: DraftCopy;
  readonly unitHooks: UnitHooks;
  /** Deferred deletions while a backup is running. */
  readonly removals: Pick<HeldRemovals, 'hold' | 'areHeld'>;
  readonly channels: readonly OutboxChannel[];
  readonly namedFiles: ReadNamedFiles;
  /** Checks that compare info rows with the filesystems. */
  readonly consistency: readonly ConsistencyCheck[];
  openBatch(): UploadBatch;
  /** Resolves when no variant is waiting. */
  whenIdle(): Promise<void>;
  close(): Promise<void>;
}

export interface UploadsDeps extends Pick<
  Kernel,
  'registry' | 'iris' | 'database' | 'outbox' | 'writeOutOfBand' | 'clock' | 'log'
> {
  readonly config: Pick<
    UploadsConfig,
    | 'filesystems'
    | 'imageFilters'
    | 'imageCachePrefix'
    | 'orphanedFiles'
    | 'server'
    | 'apiPrefix'
    | 'extensions'
    | 'uploads'
  >;
  readonly openStorage: OpenStorage;
  readonly kept: RetainedFiles;
}

/** @throws ConfigError with the type and field that cannot work in this deployment */
export async function createUploads({
  config,
  registry,
  iris,
  database,
  outbox,
  writeOutOfBand,
  clock,
  log,
  openStorage: open,
  kept,
}: UploadsDeps): Promise<Uploads> {
  const resources = registry.all;
  checkUploadFields(resources, config);
  if (usesImageFilters(resources, config.extensions)) await assertSharpInstalled();
  const stores = await openFileStores(config.filesystems, open);
  const media = createMedia(config);
  const find = createFilePresence(stores);
  const pendingFiles = createPendingFiles();
  const incoming = createIncomingFiles({ stores, media, config, pendingFiles });
  const removals = createHeldRemovals({ database, outbox });
  const files = createStoredFiles({ resources, stores, removals, kept, database, config, log });
  const changes = createFileChanges({ resources, files });
  const facts = createFileFacts({ stores, media, database, writeOutOfBand });
  const checks = createFileChecks({ facts });
  const draftFiles = createDraftFiles({ resources, stores, files, database, config });
  const prepared = createPreparedRuns({ changes, draftFiles, pendingFiles });
  const background = createBackgroundWork(log);
  const missing = createMissingInfo({
    ...{ stores, media, files, database, writeOutOfBand, background, clock, config },
  });
  const urls = createFileUrls({ registry, iris, stores, config, log });
  const filtersOf = createFieldFilters({ config, log });
  return {
    stores,
    media,
    files,
    kept,
    columns: pathColumns(resources),
    find,
    findInvalid: createFindInvalidFiles({ stores, media, database, log }),
    pendingFiles,
    filtersOf,
    servedNames: createServedNames(database, config),
    writeRule: createUploadRules({ incoming, facts }),
    stateCheck: checks,
    mediaObjects: (steps) => createMediaObjects({ stores, media, urls, missing, filtersOf, config, steps }),
    draftCopy: draftFiles.draftCopy,
    unitHooks: { ...changes.hooks, ...prepared },
    removals,
    channels: [removals.channel(files.removeUnreferenced)],
    namedFiles: createNamedFiles({ resources, removals, kept, config }),
    consistency: [
      createStoredFilesCheck({ resources, stores, database }),
      createFileInfoCheck({ resources, stores, kept, database, writeOutOfBand, config }),
    ],
    openBatch: () =>
      createUploadBatch({ incoming, changes, checks, draftFiles, pendingFiles, find, clock, config }),
    whenIdle: background.whenIdle,
    async close() {
      await background.whenIdle();
      media.close();
      await stores.close();
    },
  };
}

function usesImageFilters(resources: readonly ResourceDescriptor[], { imageFilters }: Extensions): boolean {
  const fields = resources.flatMap(uploadFieldsOf);
  return imageFilters !== undefined || fields.some(({ imagineFilters }) => imagineFilters.length > 0);
}
