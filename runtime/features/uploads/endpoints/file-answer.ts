import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { namedEntityTag } from '../../../kernel/endpoints/entity-tag.js';
import { FileMissing, type FileStorage } from '../../../kernel/ports/file-storage.js';
import { chooseServedPart, fileHeaders, fileEntityTag, storedMediaType, type Uploads } from '../uploads.js';

/** Response to a request for a stored file, independent of its URL. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Present for 200 and 206. Returns undefined if the file has been deleted since. */
  readonly open?: () => Promise<Readable | undefined>;
}

/**
 * Applies conditional headers and ranges, and adds headers that keep a file from running scripts. Undefined if the
 * file does not exist.
 */
export async function buildFileAnswer(
  storage: FileStorage,
  path: string,
  request: {
    readonly headers: IncomingHttpHeaders;
    /** Returns the download name; called only if the file exists. */
    readonly name: () => Promise<string>;
    readonly wantsAttachment: boolean;
    /** Detects the media type. */
    readonly media: Uploads['media'];
  },
): Promise<FileAnswer | undefined> {
  const facts = await storage.stat(path);
  if (facts === undefined) return undefined;
  const tag = fileEntityTag(path, facts);
  const { range, 'if-range': ifRange, ...rest } = request.headers;
  const part = chooseServedPart(
    { ...rest, range, 'if-range': typeof ifRange === 'string' ? ifRange : undefined },
    facts,
    tag,
  );
  const mediaType = await unlessMissing(storedMediaType(storage, { path, size: facts.size }, request.media));
  if (mediaType === undefined) return undefined;
  const headers = {
    ...fileHeaders(mediaType, await request.name(), request.wantsAttachment),
    ETag: tag,
    'Last-Modified': facts.modifiedAt.toUTCString(),
  };
  switch (part.kind) {
    case 'unchanged': {
      const named = namedEntityTag(request.headers['if-none-match'], tag);
      return { status: 304, headers: { ...headers, ETag: named ?? tag } };
    }
    case 'unsatisfiable':
      return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${facts.size}` } };
    case 'part': {
      const { start, end } = part.range;
      return {
        status: 206,
        headers: {
          ...headers,
          'Content-Range': `bytes ${start}-${end}/${facts.size}`,
          'Content-Length': String(end - start + 1),
        },
        open: () => unlessMissing(storage.read(path, part.range)),
      };
    }
    case 'whole':
      return {
        status: 200,
        headers: { ...headers, 'Content-Length': String(facts.size) },
        open: () => unlessMissing(storage.read(path)),
      };
  }
}

/** Files may be replaced or deleted while a request reads them. */
const unlessMissing = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined;
    throw error;
  });
