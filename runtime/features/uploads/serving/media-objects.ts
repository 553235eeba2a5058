import { createHash } from 'node:crypto';
import type { AnswerSteps } from '../../../kernel/contract/http/answer-steps.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { Representation, RepresentationExtension } from '../../../kernel/contract/records/operations.js';
import type { UploadField } from '../../../kernel/contract/schema/resource.js';
import { groupBy } from '../../../kernel/util/group-by.js';
import { describeFile, type FileMedia } from '../incoming/describe-file.js';
import type { FieldFilters } from '../variants/field-filters.js';
import { type FileInfo, readFileInfo } from '../storage/file-info.js';
import type { FileStores } from '../storage/file-stores.js';
import { type FileUrls, TEMPORARY_SECONDS } from './file-urls.js';
import { canHaveVariants } from '../variants/image-variants.js';
import type { MissingInfo } from '../variants/missing-info.js';
import type { ImageFilterConfig, UploadsConfig } from '../settings.js';
import { type HeldFile, heldFiles, isUploadable } from '../incoming/upload-fields.js';
import { newVariantExtension } from '../variants/variant-path.js';
import { variantSize } from '../variants/variant-size.js';

export interface MediaObjectsDeps {
  readonly stores: FileStores;
  readonly media: FileMedia;
  readonly urls: FileUrls;
  readonly missing: MissingInfo;
  readonly filtersOf: FieldFilters;
  /** Configuration; the API prefix precedes `/_/media_objects`. */
  readonly config: Pick<UploadsConfig, 'apiPrefix' | 'imageFilters'>;
  readonly steps: AnswerSteps;
}

type InfosByPath = ReadonlyMap<string, readonly FileInfo[]>;

/**
 * Adds `_metadata.mediaObjects` (components.md section 4.5) with one statement for any number of records and fields.
 * URLs and run-time filters may come from project code, so responses to writes compute them after the commit.
 */
export function createMediaObjects(deps: MediaObjectsDeps): RepresentationExtension {
  return {
    appliesTo: isUploadable,
    async extend(representations, _purpose, { session, context }) {
      const shown = representations.map((representation) => ({
        representation,
        files: heldFiles(deps.urls.resourceOf(representation.record), representation.record.values),
      }));
      const paths = shown.flatMap(({ files }) => files.map(({ path }) => path));
      if (paths.length === 0) return;
      const infos = groupBy(await readFileInfo(session, paths), ({ path }) => path);
      for (const { representation, files } of shown) {
        if (files.some(({ field }) => field.urlGenerator === 'temporary'))
          expireBefore(representation, context.now);
      }
      await deps.steps.take(session, async () => {
        for (const { representation, files } of shown) {
          await addMediaObjects(representation, { files, infos }, deps);
        }
      });
    },
  };
}

async function addMediaObjects(
  representation: Representation,
  { files, infos }: { readonly files: readonly HeldFile[]; readonly infos: InfosByPath },
  deps: MediaObjectsDeps,
): Promise<void> {
  const objects: Record<string, JsonValue> = {};
  for (const file of files) {
    const list = await describeField(representation, { file, known: infos.get(file.path) ?? [] }, deps);
    if (list.length > 0) objects[file.field.name] = list;
  }
  if (Object.keys(objects).length > 0) representation.metadata.mediaObjects = objects;
}

/** Limits the cache lifetime, because signed URLs must not expire in a cache. */
function expireBefore(representation: Representation, now: Date): void {
  const moment = new Date(now.getTime() + (TEMPORARY_SECONDS / 2) * 1000);
  const { expiresAt } = representation;
  if (expiresAt === undefined || expiresAt > moment) representation.expiresAt = moment;
}

/** Describes the file and each of its variants; empty if the file cannot be read. */
async function describeField(
  { record }: Representation,
  { file: { field, path }, known }: { readonly file: HeldFile; readonly known: readonly FileInfo[] },
  deps: MediaObjectsDeps,
): Promise<JsonObject[]> {
  const stored = known.find(({ filter }) => filter === null);
  const original = stored ?? (await look(deps, field, path));
  if (original === undefined) return [];
  const filters = canHaveVariants(original.mediaType) ? deps.filtersOf(record, field) : [];
  const variantOf = (filter: string): FileInfo | undefined => known.find((info) => info.filter === filter);
  const isDescribed = stored !== undefined;
  const lacking = filters.filter((filter) => variantOf(filter) === undefined);
  if (!isDescribed || lacking.length > 0)
    deps.missing.request(field, path, { isDescribed, filters: lacking });
  const variants = filters
    .filter((filter) => variantOf(filter)?.mediaType !== '') // the filter cannot be applied to this file
    .map(
      (filter) => variantOf(filter) ?? expectedVariant(original, filter, deps.config.imageFilters[filter]),
    );
  return Promise.all(
    [original, ...variants].map(async (info) =>
      mediaObject(info, await deps.urls.urlOf(record, field, info), deps.config.apiPrefix),
    ),
  );
}

/** Describes a file without an info row. Undefined if nothing is known about it. */
function look(
  { stores, media }: Pick<MediaObjectsDeps, 'stores' | 'media'>,
  { adapter }: UploadField,
  path: string,
): Promise<FileInfo | undefined> {
  return describeFile(stores.get(adapter), path, media).catch(() => undefined);
}

function mediaObject(info: FileInfo, contentUrl: string, apiPrefix: string): JsonObject {
  const { path, filter, mediaType, size, width, height } = info;
  // The id is derived from the URL, so that an unchanged document keeps its entity tag.
  const id = createHash('sha256')
    .update(`${contentUrl}\0${path}\0${filter ?? ''}`)
    .digest('hex')
    .slice(0, 32);
  return {
    '@context': MEDIA_CONTEXT,
    '@id': `${apiPrefix}/_/media_objects/${id}`,
    '@type': 'http://schema.org/MediaObject',
    contentUrl,
    fileSize: size,
    mimeType: mediaType,
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(filter === null ? {} : { imagineFilter: filter }),
    formattedFileSize: formatFileSize(size),
  };
}

const MEDIA_CONTEXT: JsonObject = {
  '@vocab': 'http://schema.org/',
  hydra: 'http://www.w3.org/ns/hydra/core#',
  contentUrl: 'http://schema.org/contentUrl',
  mimeType: 'http://schema.org/encodingFormat',
  formattedFileSize: 'http://schema.org/contentSize',
  width: 'http://schema.org/width',
  height: 'http://schema.org/height',
  fileSize: 'MediaObject/fileSize',
  imagineFilter: 'MediaObject/imagineFilter',
};

/** Formats a file size: `512B`, `239.4KB`, `1.5GB`. Empty for an unknown size. */
export function formatFileSize(bytes: number): string {
  if (bytes < 0) return '';
  if (bytes < 1024) return `${bytes}B`;
  const power = Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(1)}${['', 'KB', 'MB', 'GB'][power] ?? ''}`;
}

/** Predicts the facts of a variant before it is created, from its file and filter (contract decision 89). */
function expectedVariant(
  { path, mediaType, width, height }: FileInfo,
  filter: string,
  options: ImageFilterConfig | undefined,
): FileInfo {
  const size =
    options === undefined || width === null || height === null
      ? { width: -1, height: -1 }
      : variantSize({ width, height }, options);
  return {
    path,
    filter,
    mediaType: options?.format ? `image/${options.format}` : mediaType,
    size: -1,
    ...size,
    originalName: null,
    variantExtension: newVariantExtension(path, options),
  };
}
