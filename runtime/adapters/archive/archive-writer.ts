import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import {
  type ArchiveEnd,
  checksumLine,
  CHECKSUMS_FOLDER,
  ENTRIES_OF_A_LIST,
  LAST_ENTRY,
} from './archive-format.js';

/** Writes an archive sequentially. */
export interface ArchiveWriter {
  /** Streams an entry of exactly `size` bytes. @throws Error if the content has another size */
  add(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void>;
  addText(name: string, text: string): Promise<void>;
  /** Completes the archive; resolves when it is durable. */
  finish(): Promise<void>;
  /** Closes the incomplete file. */
  abandon(): Promise<void>;
}

/** Creates an archive, readable by this user only, because it contains confidential data. */
export function createArchiveWriter(file: string): ArchiveWriter {
  const tar = pack();
  const written = pipeline(tar, createWriteStream(file, { mode: 0o600, flush: true }));
  // Reported by the entry that fails, and at the end.
  written.catch(() => undefined);
  let lines: string[] = [];
  let lists = 0;
  let entries = 0;

  async function write(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256');
    const { entry, taken } = openEntry(name, size);
    for await (const chunk of content) {
      hash.update(chunk);
      // An entry is destroyed together with the archive, for example if the disk is full.
      if (entry.destroyed) break;
      if (!entry.write(chunk)) await once(entry, 'drain').catch(() => undefined);
    }
    entry.end();
    await taken;
    lines.push(checksumLine(hash.digest('hex'), name));
  }

  /**
   * Starts an entry. `taken` resolves when the archive has the whole entry. @throws file system errors of the
   * archive
   */
  function openEntry(name: string, size: number): { entry: Writable; taken: Promise<void> } {
    let settle: (error?: Error | null) => void = () => undefined;
    const taken = new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve());
    });
    const entry = tar.entry({ name, size, mode: 0o600 }, (error) => settle(error));
    entry.on('error', () => undefined); // Reported by `taken`.
    taken.catch(() => undefined); // Awaited after the content is written.
    return { entry, taken };
  }

  /** Writes a text as an entry, counted or not. */
  function withText(writeEntry: typeof write, name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    return writeEntry(name, content.length, one(content));
  }

  async function writeList(): Promise<void> {
    const text = lines.join('');
    if (text === '') return;
    lists += 1;
    await withText(write, `${CHECKSUMS_FOLDER}${String(lists).padStart(6, '0')}.sha256`, text);
    lines = [];
  }

  async function add(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void> {
    await write(name, size, content);
    entries += 1;
    if (lines.length >= ENTRIES_OF_A_LIST) await writeList();
  }

  return {
    add,
    addText: (name, text) => withText(add, name, text),
    async finish() {
      await writeList();
      const end: ArchiveEnd = { entries };
      await withText(write, LAST_ENTRY, `${JSON.stringify(end)}\n`);
      tar.finalize();
      await written;
    },
    async abandon() {
      tar.destroy();
      await written.catch(() => undefined);
    },
  };
}

async function* one(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
