import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Readable } from 'node:stream';
import type {
  ByteRange,
  FileFacts,
  FileStorage,
  ListedFile,
  WrittenFacts,
  FilesystemConfig,
} from '../../kernel/ports/file-storage.js';
import { StorageUnavailable } from '../../kernel/errors/storage-unavailable.js';
import { assertStoragePath, FileMissing } from '../../kernel/ports/file-storage.js';
import { joinUrl } from '../../kernel/util/http/public-url.js';
import { contentDisposition } from '../../kernel/util/http/content-disposition.js';

export type S3StorageOptions = Extract<FilesystemConfig, { driver: 's3' }>;

interface S3Connection {
  readonly client: S3Client;
  readonly bucket: string;
  readonly keyOf: (path: string) => string;
}

const PART_BYTES = 8 * 1024 * 1024;
/** Maximum key length in bytes; buckets reject longer ones. */
const LONGEST_KEY = 1024;

/** Creates a filesystem in a bucket of an S3-compatible service. Loaded with the SDK only if configured. */
export function createS3Storage(options: S3StorageOptions): FileStorage {
  const client = new S3Client(clientOptions(options));
  tellOutages(client, options.bucket);
  const folder = options.prefix === '' ? '' : `${options.prefix.replace(/^\/+|\/+$/g, '')}/`;
  const keyOf = (path: string): string => {
    assertStoragePath(path);
    return folder + path;
  };
  const connection: S3Connection = { client, bucket: options.bucket, keyOf };
  return {
    write: (path, content, facts) => writeObject(connection, { path, content, ...facts }),
    copy: (from, to) => copyObject(connection, from, to),
    read: (path, range) => readObject(connection, path, range),
    stat: (path) => statObject(connection, path),
    async remove(path) {
      await client.send(new DeleteObjectCommand({ Bucket: options.bucket, Key: keyOf(path) }));
    },
    list: (prefix) => listObjects(connection, folder, prefix),
    publicUrl: (path) => (options.publicUrl === null ? undefined : joinUrl(options.publicUrl, path)),
    async temporaryUrl(path, seconds) {
      const command = new GetObjectCommand({ Bucket: options.bucket, Key: keyOf(path) });
      return getSignedUrl(client, command, { expiresIn: seconds });
    },
    close: async () => client.destroy(),
  };
}

function clientOptions(options: S3StorageOptions): S3ClientConfig {
  const { accessKeyId, secretAccessKey } = options;
  return {
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    // Services other than Amazon's reject the newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(options.endpoint === null ? {} : { endpoint: options.endpoint }),
    ...(accessKeyId === null || secretAccessKey === null
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  };
}

async function readObject(
  { client, bucket, keyOf }: S3Connection,
  path: string,
  range?: ByteRange,
): Promise<Readable> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: keyOf(path),
    ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
  });
  try {
    const { Body } = await client.send(command);
    return Body as Readable; // The type that the SDK returns on Node.
  } catch (error) {
    throw isMissing(error) ? new FileMissing(path) : error;
  }
}

/** Uploads a file in parts as they arrive, so memory use does not depend on the file size. */
async function writeObject(
  { client, bucket, keyOf }: S3Connection,
  { path, content, mediaType, name }: WrittenFacts & { readonly path: string; readonly content: Readable },
): Promise<void> {
  const upload = new Upload({
    client,
    params: {
      Bucket: bucket,
      Key: keyOf(path),
      Body: content,
      ContentType: mediaType,
      // Buckets are often public; types that could run scripts are offered as downloads.
      ContentDisposition: contentDisposition(mediaType, name),
    },
    partSize: PART_BYTES,
    queueSize: 2,
  });
  await upload.done();
}

async function copyObject(
  { client, bucket, keyOf }: S3Connection,
  from: string,
  to: string,
): Promise<boolean> {
  const source = `${bucket}/${keyOf(from).split('/').map(encodeURIComponent).join('/')}`;
  try {
    await client.send(new CopyObjectCommand({ Bucket: bucket, Key: keyOf(to), CopySource: source }));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function statObject(
  { client, bucket, keyOf }: S3Connection,
  path: string,
): Promise<FileFacts | undefined> {
  const key = keyOf(path);
  if (Buffer.byteLength(key) > LONGEST_KEY) return undefined;
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    return { size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function* listObjects(
  { client, bucket }: S3Connection,
  folder: string,
  prefix: string,
): AsyncGenerator<ListedFile> {
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folder + prefix });
  for await (const { Contents = [] } of pages) {
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents) {
      if (!Key.endsWith('/')) yield { path: Key.slice(folder.length), size: Size, modifiedAt: LastModified };
    }
  }
}

/** Converts failures of the bucket to `StorageUnavailable`, because they are not client errors. */
function tellOutages(client: S3Client, bucket: string): void {
  client.middlewareStack.add(
    (next) => async (input) => {
      try {
        return await next(input);
      } catch (error) {
        throw isMissing(error) ? error : unavailable(bucket, error);
      }
    },
    { step: 'initialize', priority: 'high', name: 'tellOutages' },
  );
}

function unavailable(bucket: string, cause: unknown): StorageUnavailable {
  // If all addresses of a host fail, the aggregate error itself has no message.
  const [first = cause] = cause instanceof AggregateError ? (cause.errors as readonly unknown[]) : [];
  const reason = first instanceof Error ? first.message || first.name : String(first);
  return new StorageUnavailable(
    `The bucket "${bucket}" does not answer: ${reason}\nCorrect its entry under filesystems in the configuration, or the credentials, unless its service is away for now.`,
    cause,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NotFound', 'NoSuchKey', '404'].includes(error.name);
}
