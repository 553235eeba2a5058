import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Compression } from '../../../kernel/contract/http/compression.js';
import type { WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { UploadsConfig } from '../settings.js';
import { assertStoragePath, BadStoragePath, type FileStorage } from '../../../kernel/ports/file-storage.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { uploadErrors } from '../errors.js';
import type { Uploads } from '../uploads.js';
import { baseName } from '../storage/stored-name.js';
import { buildFileAnswer } from './file-answer.js';
import type { Mount } from '../../../kernel/contract/http/mount.js';

/** Names contain a random token and files never change, but a deleted file should not stay in caches forever. */
const CACHE_CONTROL = 'max-age=86400, public';

/**
 * Serves local filesystems below their `public_url` if it leads to this server. The rules are those of downloads
 * (contract decision 41), and the allowed origins those of the API (96). Filesystems with another address are served
 * by another server.
 */
export function createPublicFileMounts(deps: {
  readonly config: Pick<UploadsConfig, 'filesystems' | 'server'>;
  readonly uploads: Uploads;
  readonly log: Logger;
  readonly cors: Mount['handler'];
  readonly compression: Compression | undefined;
}): Mount[] {
  const { config, uploads, log, cors, compression } = deps;
  const nameAt = createNameAt(uploads.servedNames, log);
  return Object.entries(config.filesystems).flatMap(([alias, { driver, publicUrl }]) => {
    const path = driver === 'local' ? pathOnThisServer(publicUrl, config.server.publicUrl) : undefined;
    if (path === undefined) return [];
    const files = { storage: uploads.stores.get(alias), media: uploads.media, nameAt, compression };
    return [{ path, handler: withCors(cors, createHandler(files, log)) }];
  });
}

function pathOnThisServer(publicUrl: string | null, serverUrl: string): string | undefined {
  const path = publicUrl?.startsWith(`${serverUrl}/`) ? publicUrl.slice(serverUrl.length) : publicUrl;
  const trimmed = path?.replace(/\/+$/, '') ?? '';
  return /^\/[^/]/.test(trimmed) ? trimmed : undefined;
}

/**
 * Adds CORS headers. Browsers and shared caches store file responses, so every response has a `Vary` header, even
 * without an origin.
 */
function withCors(cors: Mount['handler'], handler: Mount['handler']): Mount['handler'] {
  return (request, response, next) => {
    response.setHeader('Vary', 'Origin');
    cors(request, response, (error?: unknown) => {
      if (error === undefined || error === null) void handler(request, response, next);
      else next(error);
    });
  };
}

type NameAt = (path: string) => Promise<string>;

/**
 * Returns names of files. If the database is unavailable, the name is derived from the path, so that files are still
 * served.
 */
function createNameAt({ nameAt }: Uploads['servedNames'], log: Logger): NameAt {
  return (path) =>
    nameAt(path).catch((err: unknown) => {
      log.warn({ msg: 'failed to look up the name of a public file', path, err });
      return baseName(path);
    });
}

interface ServedFiles extends Pick<Uploads, 'media'> {
  readonly storage: FileStorage;
  readonly nameAt: NameAt;
  readonly compression: Compression | undefined;
}

function createHandler(files: ServedFiles, log: Logger): Mount['handler'] {
  return (request, response) => {
    serve(request, response, files).catch((err: unknown) => {
      if (err instanceof AppError && err.code === uploadErrors.busy.code && !response.headersSent)
        return refuse(response, err.status);
      log.error({ msg: 'failed to serve a public file', err });
      if (response.headersSent) response.destroy();
      else refuse(response, 500);
    });
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { storage, media, nameAt, compression }: ServedFiles,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD, OPTIONS');
    refuse(response, request.method === 'OPTIONS' ? 204 : 405);
    return;
  }
  const { url = '' } = request; // every request of a server has one
  const path = storedPath(url);
  const wantsAttachment = /[?&]download=(?:true|1|on|yes)(?:&|$)/i.test(url);
  const file =
    path === undefined
      ? undefined
      : await buildFileAnswer(storage, path, {
          headers: request.headers,
          name: () => nameAt(path),
          wantsAttachment,
          media,
        });
  if (file === undefined) {
    refuse(response, 404);
    return;
  }
  const isEmpty = file.open === undefined || request.method === 'HEAD';
  const content = isEmpty ? undefined : await file.open?.();
  if (content === undefined && !isEmpty) {
    refuse(response, 404);
    return;
  }
  const { status, headers, body } = await encodedFor(request, response, {
    ...{ compression, status: file.status, headers: file.headers },
    ...(content === undefined ? {} : { body: content }),
  });
  response.writeHead(status, { ...headers, 'Cache-Control': CACHE_CONTROL });
  if (!(body instanceof Readable)) {
    response.end();
    return;
  }
  await pipeline(body, response).catch((error: unknown) => {
    if (!request.destroyed) throw error;
  });
}

/** Returns the compressed response if the client accepts it. `Vary` makes caches separate the encodings. */
function encodedFor(
  request: IncomingMessage,
  response: ServerResponse,
  { compression, ...answer }: WireAnswer & Pick<ServedFiles, 'compression'>,
): WireAnswer | Promise<WireAnswer> {
  const { status, headers } = answer;
  if (compression?.isCodable(headers) !== true) return answer;
  response.setHeader('Vary', `${String(response.getHeader('Vary'))}, Accept-Encoding`);
  const encoding = compression.encodingFor(
    request.headers['accept-encoding'],
    Number(headers['Content-Length'] ?? 0),
  );
  return encoding === undefined || status !== 200 ? answer : compression.codeAnswer(answer, encoding);
}

/** Returns the path below the mount, decoded once. Undefined if no file can have it. */
function storedPath(url: string): string | undefined {
  const [raw = ''] = url.split('?', 1);
  try {
    const path = decodeURIComponent(raw.replace(/^\//, ''));
    assertStoragePath(path);
    return path;
  } catch (error) {
    if (error instanceof URIError || error instanceof BadStoragePath) return undefined;
    throw error;
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache, private',
  });
  response.end(status === 404 ? 'Not Found' : '');
}
