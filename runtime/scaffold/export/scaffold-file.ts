import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Parts of the file, in their order. */
const PARTS = ['main', 'body', 'late'] as const;
export type Part = (typeof PARTS)[number];

/** A file that is written part by part, and is there once it is whole. */
export interface ScaffoldFile {
  /** Folder beside the file that goes when this ends. */
  readonly folder: string;
  write(part: Part, text: string): Promise<void>;
  /** Puts the parts between the texts, and the file into its place. */
  finish(around: {
    readonly before: string;
    readonly between: Readonly<Record<Part, string>>;
  }): Promise<void>;
  /** Removes what is left of the work. */
  discard(): Promise<void>;
}

/** Opens the parts in a temporary folder beside `path`, so that the whole is moved within one filesystem. */
export async function openScaffoldFile(path: string): Promise<ScaffoldFile> {
  await mkdir(dirname(path), { recursive: true });
  const folder = await mkdtemp(join(dirname(path), `.${basename(path)}-`));
  const streams = new Map<Part, WriteStream>();
  const fileOf = (part: Part): string => join(folder, part);
  for (const part of PARTS) streams.set(part, createWriteStream(fileOf(part)));
  return {
    folder,
    async write(part, text) {
      const stream = streams.get(part);
      if (stream !== undefined && !stream.write(text)) await once(stream, 'drain');
    },
    async finish({ before, between }) {
      for (const stream of streams.values()) await end(stream);
      const whole = join(folder, 'whole');
      const output = createWriteStream(whole);
      output.write(before);
      for (const part of PARTS) {
        await pipeline(createReadStream(fileOf(part)), output, { end: false });
        output.write(between[part]);
      }
      await end(output);
      await sync(whole);
      await rename(whole, path);
    },
    async discard() {
      for (const stream of streams.values()) stream.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function end(stream: WriteStream): Promise<void> {
  stream.end();
  await once(stream, 'close');
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
