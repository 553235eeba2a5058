import { resolve } from 'node:path';
import { DEFAULT_FILESYSTEM } from '../../kernel/contract/default-filesystem.js';
import type { ConfigProblem } from '../../kernel/errors/config-error.js';
import { type FilesystemConfig, isStoragePath } from '../../kernel/ports/file-storage.js';
import type { ConfigOf } from '../../kernel/settings/config.js';
import { type Place, problemAt } from '../../kernel/settings/place.js';
import {
  checked,
  choice,
  flag,
  group,
  integer,
  mapped,
  nullable,
  optional,
  otherwise,
  record,
  text,
  type ValueOf,
} from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';
import { variable } from '../../kernel/settings/variable.js';

export type ImageFilterConfig = ValueOf<typeof IMAGE_FILTER>;

const FILESYSTEM = group('One storage.', {
  driver: choice('Kind of storage.', ['local', 's3']),
  root: optional(text('local: folder, relative to the project; uploads in the data folder when left out.')),
  bucket: optional(text('s3: bucket.')),
  region: optional(text('s3: region.')),
  endpoint: nullable(text('s3: address of the service, when not the default one.', { mayBeEmpty: true })),
  prefix: text('s3: prefix of keys.', { default: '', mayBeEmpty: true }),
  force_path_style: flag('s3: put the bucket into the path rather than the host name.', false),
  public_url: nullable(text('Address below which stored files can be fetched.', { mayBeEmpty: true })),
  // Keys of a bucket are secrets, so they never stand in a file.
  access_key_id: variable('AWS_ACCESS_KEY_ID', {
    description: 'Of filesystems whose driver is s3.',
    example: '',
  }),
  secret_access_key: variable('AWS_SECRET_ACCESS_KEY', {
    isSecret: true,
    description: 'Of filesystems whose driver is s3.',
    example: '',
  }),
});

const pixels = () => nullable(integer('Pixels.', { minimum: 1, maximum: 16_384 }));

const IMAGE_FILTER = group('One variant.', {
  width: pixels(),
  height: pixels(),
  mode: choice('inset fits inside the box, outbound fills and crops.', ['inset', 'outbound'], {
    default: 'inset',
  }),
  format: nullable(
    choice('Format of the variant; that of the original when null.', ['jpeg', 'png', 'webp', 'avif']),
  ),
  quality: nullable(integer('Quality of lossy formats.', { minimum: 1, maximum: 100 })),
});

export const UPLOADS_SETTINGS = defineSettings({
  name: 'Uploads',
  members: {
    uploads: group('Uploaded files.', {
      max_bytes: integer('Largest file in bytes.', { minimum: 1, default: 67_108_864 }),
      examination: group(
        'Processes that look into files and make variants of pictures. One that exceeds a limit is killed, and the file refused.',
        {
          processes: integer('Most processes for types and sizes, and most for variants.', {
            minimum: 1,
            maximum: 64,
            default: 2,
          }),
          memory_mb: integer('Megabytes of memory of one process.', { minimum: 128, default: 1024 }),
          examine_ms: integer('Milliseconds for the type, or the size in pixels, of one file.', {
            minimum: 100,
            maximum: 600_000,
            default: 10_000,
          }),
          render_ms: integer('Milliseconds for one variant.', {
            minimum: 100,
            maximum: 600_000,
            default: 60_000,
          }),
        },
      ),
    }),
    // Requests that take longer than half of it look whether their files are still there (ADR 50).
    orphaned_files: group('Stored files that no record holds.', {
      minimum_age: integer('Seconds since its last change before a file is looked at.', {
        minimum: 0,
        default: 3600,
      }),
    }),
    filesystems: otherwise(
      record(
        'Where uploads are stored, by name; upload fields name one as adapter.',
        mapped(checked(FILESYSTEM, checkDriver), toFilesystem),
      ),
      ({ dataDir }): Readonly<Record<string, FilesystemConfig>> => ({
        [DEFAULT_FILESYSTEM]: { driver: 'local', root: uploadsIn(dataDir), publicUrl: null },
      }),
    ),
    image_filters: record('Image variants by name.', IMAGE_FILTER),
    image_cache_prefix: checked(
      text('Folder of made variants inside a storage.', { default: 'media/cache' }),
      (path, key) =>
        isStoragePath(path.replace(/^\/+|\/+$/g, ''))
          ? []
          : problemAt(key, `"${path}" is not a folder inside a filesystem`, 'write one like media/cache'),
    ),
  },
});

export type UploadsConfig = ConfigOf<typeof UPLOADS_SETTINGS>;

function checkDriver(
  { driver, bucket, region }: ValueOf<typeof FILESYSTEM>,
  key: string,
): readonly ConfigProblem[] {
  const needed = driver === 'local' ? {} : { bucket, region };
  return Object.entries(needed)
    .filter(([, value]) => value === undefined)
    .flatMap(([name]) => problemAt(`${key}.${name}`, 'must be configured', `the ${driver} driver needs it`));
}

function toFilesystem(
  { driver, root, bucket = '', region = '', publicUrl, ...options }: ValueOf<typeof FILESYSTEM>,
  { projectRoot, dataDir }: Place,
): FilesystemConfig {
  return driver === 'local'
    ? { driver, root: root === undefined ? uploadsIn(dataDir) : resolve(projectRoot, root), publicUrl }
    : { driver, bucket, region, publicUrl, ...options };
}

/** Files go where everything goes that the service stores: a project's folder may be one that can only be read. */
const uploadsIn = (dataDir: string): string => resolve(dataDir, 'uploads');
