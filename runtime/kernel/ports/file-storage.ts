import type { Readable } from 'node:stream';

export interface FileFacts {
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
  /** The same for all paths that lead to one file, through links for example; undefined where each path has its own. */
  readonly identity?: string;
}

export interface ListedFile extends FileFacts {
  readonly path: string;
}

/** The description of a file by a filesystem that serves its files itself. */
export interface WrittenFacts {
  readonly mediaType: string;
  /** The name under which the file is offered for download. */
  readonly name: string;
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Opens one filesystem as it is configured. */
export type FilesystemConfig =
  | { readonly driver: 'local'; readonly root: string; readonly publicUrl: string | null }
  | {
      readonly driver: 's3';
      readonly bucket: string;
      readonly region: string;
      readonly endpoint: string | null;
      readonly prefix: string;
      readonly forcePathStyle: boolean;
      readonly accessKeyId: string | null;
      readonly secretAccessKey: string | null;
      readonly publicUrl: string | null;
    };

/**
 * One configured filesystem. Paths are relative, with `/` between segments; a path that leads out of the filesystem is
 * refused by every function. A file is never changed in place: it is written once, copied and removed.
 */
export interface FileStorage {
  /** Streams a new file; resolves when it will survive a crash. @throws FileExists when the path is taken. */
  write(path: string, content: Readable, facts: WrittenFacts): Promise<void>;
  /** Copies a file; answers false when the source does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** @throws FileMissing when there is no such file, also one that `stat` knew a moment ago. */
  read(path: string, range?: ByteRange): Promise<Readable>;
  stat(path: string): Promise<FileFacts | undefined>;
  /** A file that is not there is no error. */
  remove(path: string): Promise<void>;
  /** Every file whose path starts with `prefix`. */
  list(prefix: string): AsyncIterable<ListedFile>;
  /** Address for anybody, absolute or from the root of this server; undefined when files have none. */
  publicUrl(path: string): string | undefined;
  /** Signed address that works for a while; undefined where the filesystem has none. */
  temporaryUrl(path: string, seconds: number): Promise<string | undefined>;
  close(): Promise<void>;
}

/** The path is taken: the caller makes another name. */
export class FileExists extends Error {
  override readonly name = 'FileExists';
}

/** There is no such file, or no longer. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** A path that is no path inside a filesystem; always a bug or an attack, never a client's mistake. */
export class BadStoragePath extends Error {
  override readonly name = 'BadStoragePath';
}

/**
 * Whether a path stays within its filesystem: false for absolute paths, parent segments, empty segments, backslashes and
 * control characters.
 */
export function isStoragePath(path: string): boolean {
  const isBad = path
    .split('/')
    .some((segment) => segment === '' || segment === '.' || segment === '..' || hasControlCharacter(segment));
  return !isBad && !path.includes('\\');
}

/** @throws BadStoragePath for what is none. */
export function assertStoragePath(path: string): void {
  if (!isStoragePath(path)) throw new BadStoragePath('Not a path inside a filesystem.');
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\x7f');
}
