import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { NamedFile } from '../../../features/uploads/door.js';
import { FILES_FOLDER } from './manifest.js';

/** Writes files that are named, a line each. */
export interface FileListWriter {
  add(files: readonly NamedFile[]): Promise<void>;
  close(): Promise<void>;
}

export async function createFileList(path: string): Promise<FileListWriter> {
  const file = await open(path, 'w', 0o600);
  return {
    async add(files) {
      await file.write(files.map((each) => `${JSON.stringify(each)}\n`).join(''));
    },
    close: () => file.close(),
  };
}

export const readFileList = (path: string): AsyncGenerator<NamedFile> =>
  parseFileList(createReadStream(path));

/** Reads a list line by line: nobody holds the whole. */
export async function* parseFileList(content: AsyncIterable<Buffer>): AsyncGenerator<NamedFile> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as NamedFile; // written by `createFileList`
  }
}

/** Name of a file in an archive. */
export function entryNameOf({ adapter, path }: Pick<NamedFile, 'adapter' | 'path'>): string {
  return `${FILES_FOLDER}${encodeURIComponent(adapter)}/${path}`;
}
