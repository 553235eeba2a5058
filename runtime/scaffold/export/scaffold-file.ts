import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ScaffoldError } from '../scaffold-error.js';
import { openTextFile, type TextFile } from './text-file.js';

/** Parts of the file, in their order. */
const PARTS = ['main', 'body', 'late'] as const;
export type Part = (typeof PARTS)[number];

/** A file that is written part by part, and is there once it is whole. */
export interface ScaffoldFile {
  /** Folder beside the file that goes when this ends. */
  readonly folder: string;
  write(part: Part, text: string): Promise<void>;
  /** Puts the parts between the texts. */
  finish(around: {
    readonly before: string;
    readonly between: Readonly<Record<Part, string>>;
  }): Promise<void>;
  /** Puts the finished file into its place. */
  place(): Promise<void>;
  /** Removes what is left of the work. */
  discard(): Promise<void>;
}

/**
 * Opens the parts in a temporary folder beside `path`, so that the whole is moved within one filesystem.
 * @throws ScaffoldError when a folder is in its place, before anything is written
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
        const chunks = createReadStream(join(folder, part), 'utf8') as AsyncIterable<string>; // by its encoding
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
