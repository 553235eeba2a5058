import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { onDisk } from '../../../kernel/util/failures/disk-failure.js';

/** A file of which any part can be read. */
export interface WholeFile {
  readonly size: number;
  /** The bytes from `start` up to `end`, which is not among them; fewer where the file ends before. */
  read(start: number, end: number): Promise<Buffer>;
}

/** A file on this machine, for as long as `use` looks at it. */
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
 * Puts a stream aside in a file without a name, which is gone with the process at the latest. Undefined, with the stream
 * untouched, where the machine has no place for such files.
 */
export async function spool(source: AsyncIterable<Uint8Array>): Promise<SpooledFile | undefined> {
  const path = join(tmpdir(), `cms-spool-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    await rm(path, { force: true });
    // A write stream that leaves the handle open never lets go of it, and closing waits for ever.
    for await (const chunk of source) await onDisk(tmpdir(), () => handle.writeFile(chunk));
    const content = handle.createReadStream({ start: 0, autoClose: false });
    return { ...(await wholeFile(handle)), content, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The start of a file where no more of it can be had. */
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
