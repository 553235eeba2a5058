import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { Representation, RepresentationExtension } from '../contract/operations.js';
import type { UploadField } from '../contract/resource.js';
import { isInTransaction } from '../util/is-in-transaction.js';
import { describeFile } from './describe-file.js';
import type { FieldFilters } from './field-filters.js';
import type { FileInfo } from './file-info.js';
import { readFileInfo } from './file-info.js';
import type { FileStores } from './file-stores.js';
import type { FileUrls } from './file-urls.js';
import { TEMPORARY_SECONDS } from './file-urls.js';
import { canHaveVariants } from './image-variants.js';
import type { MissingInfo } from './missing-info.js';
import { isUploadable, storedPath, uploadFieldsOf } from './upload-fields.js';

export interface MediaObjectsDeps {
  readonly stores: FileStores;
  readonly urls: FileUrls;
  readonly missing: MissingInfo;
  readonly filtersOf: FieldFilters;
  /** Path of the API, before `/_/media_objects`. */
  readonly apiPrefix: string;
}

type InfosByPath = ReadonlyMap<string, readonly FileInfo[]>;

/** Describes a file that has no row; undefined when nothing can be told of it. */
type Look = (field: UploadField, path: string) => Promise<FileInfo | undefined>;

interface FieldDeps extends MediaObjectsDeps {
  readonly look: Look;
}

/** `_metadata.mediaObjects` (components.md section 4.5): one statement, whatever the number of records and fields. */
export function createMediaObjects(deps: MediaObjectsDeps): RepresentationExtension {
  return {
    name: 'media objects',
    appliesTo: isUploadable,
    async extend(representations, _purpose, { session, context }) {
      const paths = representations.flatMap((representation) =>
        uploadFieldsOf(deps.urls.resourceOf(representation.record)).flatMap(
          (field) => storedPath(representation.record.values, field) ?? [],
        ),
      );
      const infos = groupByPath(await readFileInfo(session, paths));
      // No filesystem is waited for while a transaction is open (ADR 12): a file without a row is shown by the next read.
      const look = isInTransaction(session) ? lookAtNothing : lookAtFile(deps.stores);
      for (const representation of representations) {
        await addMediaObjects(representation, infos, context.now, { ...deps, look });
      }
    },
  };
}

const lookAtNothing: Look = () => Promise.resolve(undefined);

function lookAtFile(stores: FileStores): Look {
  return ({ adapter }, path) => describeFile(stores.get(adapter), path).catch(() => undefined);
}

function groupByPath(infos: readonly FileInfo[]): InfosByPath {
  const groups = new Map<string, FileInfo[]>();
  for (const info of infos) groups.set(info.path, [...(groups.get(info.path) ?? []), info]);
  return groups;
}

async function addMediaObjects(
  representation: Representation,
  infos: InfosByPath,
  now: Date,
  deps: FieldDeps,
): Promise<void> {
  const objects: Record<string, JsonValue> = {};
  for (const field of uploadFieldsOf(deps.urls.resourceOf(representation.record))) {
    const path = storedPath(representation.record.values, field);
    if (path === undefined) continue;
    const list = await describeField(representation, field, path, infos.get(path) ?? [], deps);
    if (list.length > 0) objects[field.name] = list;
    if (field.urlGenerator === 'temporary') expireBefore(representation, now);
  }
  if (Object.keys(objects).length > 0) representation.metadata.mediaObjects = objects;
}

/** Signed addresses must not outlive their signature in a cache. */
function expireBefore(representation: Representation, now: Date): void {
  const moment = new Date(now.getTime() + (TEMPORARY_SECONDS / 2) * 1000);
  const { expiresAt } = representation;
  if (expiresAt === undefined || expiresAt > moment) representation.expiresAt = moment;
}

/** The file and each of its variants; nothing when the file cannot be read. */
async function describeField(
  { record }: Representation,
  field: UploadField,
  path: string,
  known: readonly FileInfo[],
  deps: FieldDeps,
): Promise<JsonObject[]> {
  const stored = known.find(({ filter }) => filter === null);
  const original = stored ?? (await deps.look(field, path));
  if (original === undefined) return [];
  const filters = canHaveVariants(original.mediaType) ? deps.filtersOf(record, field) : [];
  const variantOf = (filter: string): FileInfo | undefined => known.find((info) => info.filter === filter);
  const isDescribed = stored !== undefined;
  const lacking = filters.filter((filter) => variantOf(filter) === undefined);
  if (!isDescribed || lacking.length > 0)
    deps.missing.request(field, path, { isDescribed, filters: lacking });
  const variants = filters
    .filter((filter) => variantOf(filter)?.mediaType !== '') // the filter cannot be applied to this file
    .map((filter) => variantOf(filter) ?? unknownVariant(path, filter));
  return Promise.all(
    [original, ...variants].map(async (info) =>
      mediaObject(info, await deps.urls.urlOf(record, field, info), deps.apiPrefix),
    ),
  );
}

/** The address is known before the variant is made. */
const unknownVariant = (path: string, filter: string): FileInfo => ({
  path,
  filter,
  mediaType: '',
  size: -1,
  width: -1,
  height: -1,
});

function mediaObject(info: FileInfo, contentUrl: string, apiPrefix: string): JsonObject {
  const { path, filter, mediaType, size, width, height } = info;
  // Made from the address instead of drawn at random, so that an unchanged document keeps its entity tag.
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

/** `512B`, `239.4KB`, `1.5GB`; empty for an unknown size. */
export function formatFileSize(bytes: number): string {
  if (bytes < 0) return '';
  if (bytes < 1024) return `${bytes}B`;
  const power = Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(1)}${['', 'KB', 'MB', 'GB'][power] ?? ''}`;
}
