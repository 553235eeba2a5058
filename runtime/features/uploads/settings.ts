import { resolve } from 'node:path';
import { DEFAULT_FILESYSTEM } from '../../kernel/contract/schema/default-filesystem.js';
import type { ConfigProblem } from '../../kernel/contract/config-problem.js';
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

const FILESYSTEM = group('Filesystem.', {
  driver: choice('Storage driver.', ['local', 's3']),
  root: optional(
    text('local: folder, relative to the project; the folder uploads in the data folder by default.'),
  ),
  bucket: optional(text('s3: name of the bucket.')),
  region: optional(text('s3: region of the bucket.')),
  endpoint: nullable(
    text('s3: endpoint URL of an S3-compatible service; null for AWS.', { mayBeEmpty: true }),
  ),
  prefix: text('s3: prefix of object keys.', { default: '', mayBeEmpty: true }),
  force_path_style: flag('s3: addresses the bucket in the URL path instead of the host name.', false),
  public_url: nullable(
    text('Base URL for direct access to stored files; null disables direct access.', { mayBeEmpty: true }),
  ),
  // Credentials of a bucket are secrets and come from the environment only.
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

const pixels = (side: string) =>
  nullable(
    integer(`${side} of the box, in pixels; null for no constraint.`, { minimum: 1, maximum: 16_384 }),
  );

const IMAGE_FILTER = group('Image variant.', {
  width: pixels('Width'),
  height: pixels('Height'),
  mode: choice(
    'Resize mode: inset fits the image inside the box, outbound fills the box and crops the image.',
    ['inset', 'outbound'],
    {
      default: 'inset',
    },
  ),
  format: nullable(
    choice('Format of the variant; null for the format of the original.', ['jpeg', 'png', 'webp', 'avif']),
  ),
  quality: nullable(integer('Quality of lossy formats, from 1 to 100.', { minimum: 1, maximum: 100 })),
});

export const UPLOADS_SETTINGS = defineSettings({
  name: 'Uploads',
  members: {
    uploads: group('Uploads.', {
      max_bytes: integer('Maximum size of an uploaded file, in bytes.', { minimum: 1, default: 67_108_864 }),
      examination: group(
        'Processes that examine files and generate image variants. A process that exceeds a limit is killed and the file is rejected.',
        {
          processes: integer(
            'Maximum number of processes that examine files, and of processes that generate variants.',
            {
              minimum: 1,
              maximum: 64,
              default: 2,
            },
          ),
          memory_mb: integer('Maximum memory of a process, in megabytes.', { minimum: 128, default: 1024 }),
          examine_ms: integer(
            'Maximum time to detect the type or the dimensions of a file, in milliseconds.',
            {
              minimum: 100,
              maximum: 600_000,
              default: 10_000,
            },
          ),
          render_ms: integer('Maximum time to generate an image variant, in milliseconds.', {
            minimum: 100,
            maximum: 600_000,
            default: 60_000,
          }),
        },
      ),
    }),
    // Requests that take longer than half of it check that their files still exist (ADR 49).
    orphaned_files: group('Stored files without a record.', {
      minimum_age: integer(
        'Minimum age of a file before the scan includes it, in seconds since its last change.',
        {
          minimum: 0,
          default: 3600,
        },
      ),
    }),
    filesystems: otherwise(
      record(
        'Filesystems for uploads, by name. Upload fields select one with `adapter`.',
        mapped(checked(FILESYSTEM, checkDriver), toFilesystem),
      ),
      ({ dataDir }): Readonly<Record<string, FilesystemConfig>> => ({
        [DEFAULT_FILESYSTEM]: { driver: 'local', root: uploadsIn(dataDir), publicUrl: null },
      }),
    ),
    image_filters: record('Image variants, by name.', IMAGE_FILTER),
    image_cache_prefix: checked(
      text('Folder of generated image variants inside a filesystem.', { default: 'media/cache' }),
      (path, key) =>
        isStoragePath(path.replace(/^\/+|\/+$/g, ''))
          ? []
          : problemAt(
              key,
              `"${path}" is not a valid folder inside a filesystem`,
              'use a relative path such as media/cache',
            ),
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
    .flatMap(([name]) =>
      problemAt(`${key}.${name}`, 'must be configured', `the ${driver} driver requires it`),
    );
}

function toFilesystem(
  { driver, root, bucket = '', region = '', publicUrl, ...options }: ValueOf<typeof FILESYSTEM>,
  { projectRoot, dataDir }: Place,
): FilesystemConfig {
  return driver === 'local'
    ? { driver, root: root === undefined ? uploadsIn(dataDir) : resolve(projectRoot, root), publicUrl }
    : { driver, bucket, region, publicUrl, ...options };
}

/** Returns the default folder for files, inside the data folder: the project folder may be read-only. */
const uploadsIn = (dataDir: string): string => resolve(dataDir, 'uploads');
