import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { onDisk } from '../../../kernel/util/failures/disk-failure.js';

/** A file with random access. */
export interface WholeFile {
  readonly size: number;
  /** Reads the bytes from `start` to `end` (exclusive); fewer at the end of the file. */
  read(start: number, end: number): Promise<Buffer>;
}

/** Opens a local file for the duration of `use`. */
export async function withLocalFile<Result>(
  path: string,
  use: (file: WholeFile) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path);
  try {
    return await use(await wholeFile(handle));
  } finally {
    await handle.close();
  }
}

export interface SpooledFile extends WholeFile {
  readonly content: Readable;
  close(): Promise<void>;
}

/**
 * Spools a stream to an unnamed temporary file, which disappears with the process at the latest. Returns undefined,
 * with the stream untouched, if no temporary file can be created.
 */
export async function spool(source: AsyncIterable<Uint8Array>): Promise<SpooledFile | undefined> {
  const path = join(tmpdir(), `cms-spool-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    await rm(path, { force: true });
    // A write stream that leaves the handle open never releases it, and closing it would wait forever.
    for await (const chunk of source) await onDisk(tmpdir(), () => handle.writeFile(chunk));
    const content = handle.createReadStream({ start: 0, autoClose: false });
    return { ...(await wholeFile(handle)), content, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Wraps the beginning of a file when the rest is not available. */
export function onlyHead(head: Buffer): WholeFile {
  return { size: head.length, read: async (start, end) => head.subarray(start, end) };
}

async function wholeFile(handle: FileHandle): Promise<WholeFile> {
  const { size } = await handle.stat();
  return {
    size,
    async read(start, end) {
      const length = Math.max(0, Math.min(end, size) - start);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    },
  };
}
