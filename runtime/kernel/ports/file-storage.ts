import type { Readable } from 'node:stream';

export interface FileFacts {
  /** Size in bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
  /**
   * Identity of the file, the same for all paths to it (for example links); undefined if each path is a
   * separate file.
   */
  readonly identity?: string;
}

export interface ListedFile extends FileFacts {
  readonly path: string;
}

/** Metadata for filesystems that serve files themselves. */
export interface WrittenFacts {
  readonly mediaType: string;
  /** File name for downloads. */
  readonly name: string;
}

/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Configuration of one filesystem. */
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
 * A configured filesystem. Paths are relative and use `/`; every function rejects paths that leave the
 * filesystem. Files are immutable: they are written once, copied and deleted.
 */
export interface FileStorage {
  /** Streams a new file; resolves when it is durable. @throws FileExists if the path is taken. */
  write(path: string, content: Readable, facts: WrittenFacts): Promise<void>;
  /** Copies a file; returns false if the source does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Opens a file. @throws FileMissing if it does not exist, even if `stat` found it before. */
  read(path: string, range?: ByteRange): Promise<Readable>;
  stat(path: string): Promise<FileFacts | undefined>;
  /** Deletes a file; no error if it does not exist. */
  remove(path: string): Promise<void>;
  /** Lists the files whose path starts with `prefix`. */
  list(prefix: string): AsyncIterable<ListedFile>;
  /** Returns the public URL, absolute or relative to this server; undefined if files have none. */
  publicUrl(path: string): string | undefined;
  /** Returns a signed URL that expires; undefined if the filesystem does not support it. */
  temporaryUrl(path: string, seconds: number): Promise<string | undefined>;
  close(): Promise<void>;
}

/** The path is taken; the caller picks another name. */
export class FileExists extends Error {
  override readonly name = 'FileExists';
}

/** The file does not exist, or no longer exists. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** An invalid path. Always a bug or an attack, never a client mistake. */
export class BadStoragePath extends Error {
  override readonly name = 'BadStoragePath';
}

/**
 * Returns whether a path stays within its filesystem: false for absolute paths, parent segments, empty
 * segments, backslashes and control characters.
 */
export function isStoragePath(path: string): boolean {
  const isBad = path
    .split('/')
    .some((segment) => segment === '' || segment === '.' || segment === '..' || hasControlCharacter(segment));
  return !isBad && !path.includes('\\');
}

/** Checks a path. @throws BadStoragePath */
export function assertStoragePath(path: string): void {
  if (!isStoragePath(path)) throw new BadStoragePath('Not a path inside a filesystem.');
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\x7f');
}
