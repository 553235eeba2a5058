import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ScaffoldError } from '../scaffold-error.js';

/** Parts of the file, in order. */
const PARTS = ['main', 'body', 'late'] as const;
export type Part = (typeof PARTS)[number];

/** A file that is written in parts and moved into place when it is complete. */
export interface ScaffoldFile {
  /** Temporary folder next to the file, which `discard` deletes. */
  readonly folder: string;
  write(part: Part, text: string): Promise<void>;
  /** Writes the parts between the given texts. */
  finish(around: {
    readonly before: string;
    readonly between: Readonly<Record<Part, string>>;
  }): Promise<void>;
  /** Moves the finished file into place. */
  place(): Promise<void>;
  /** Deletes temporary files. */
  discard(): Promise<void>;
}

/**
 * Opens the parts in a temporary folder next to `path`, so that the result is moved within one filesystem.
 * @throws ScaffoldError if `path` is a folder, before anything is written
 */
export async function openScaffoldFile(path: string, signal?: AbortSignal): Promise<ScaffoldFile> {
  const present = await stat(path).catch(() => undefined);
  if (present?.isDirectory() === true)
    throw new ScaffoldError(`${path} is a folder. Name a file with --output.`);
  await mkdir(dirname(path), { recursive: true });
  const folder = await mkdtemp(join(dirname(path), `.${basename(path)}-`));
  const files = new Map<string, TextFile>();
  const textFile = async (name: Part | 'whole'): Promise<TextFile> => {
    const file = files.get(name) ?? (await openTextFile(join(folder, name)));
    files.set(name, file);
    return file;
  };
  return {
    folder,
    async write(part, text) {
      signal?.throwIfAborted();
      await (await textFile(part)).write(text);
    },
    async finish({ before, between }) {
      const whole = await textFile('whole');
      await whole.write(before);
      for (const part of PARTS) {
        await (await textFile(part)).end();
        const chunks = createReadStream(join(folder, part), 'utf8') as AsyncIterable<string>; // text because of the encoding
        for await (const text of chunks) await whole.write(text);
        await whole.write(between[part]);
      }
      await whole.end();
    },
    place: () => rename(join(folder, 'whole'), path),
    async discard() {
      for (const file of files.values()) await file.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A new text file. Each call throws the errors of the disk. */
interface TextFile {
  write(text: string): Promise<void>;
  /** Waits until the text is on disk. */
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Number of buffered characters, so that small statements need few writes. */
const COLLECTED = 64 * 1024;

async function openTextFile(path: string): Promise<TextFile> {
  const handle = await open(path, 'w');
  let collected = '';
  let isOpen = true;
  const flush = async (): Promise<void> => {
    const text = collected;
    collected = '';
    if (text !== '') await handle.appendFile(text);
  };
  const close = async (): Promise<void> => {
    if (isOpen) await handle.close();
    isOpen = false;
  };
  return {
    async write(text) {
      collected += text;
      if (collected.length >= COLLECTED) await flush();
    },
    async end() {
      await flush();
      await handle.sync();
      await close();
    },
    close,
  };
}
