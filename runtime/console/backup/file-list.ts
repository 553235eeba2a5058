import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { NamedFile } from '../../features/uploads/public-api.js';
import { isRecord } from '../../kernel/util/json-object.js';
import { ProjectError } from '../../project/project-error.js';
import { FILES_FOLDER } from './manifest.js';

/** Writes a file list with one line per file. */
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

/** Parses a file list line by line, without loading all of it. */
export async function* parseFileList(content: AsyncIterable<Buffer>): AsyncGenerator<NamedFile> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw unreadable();
    for (const line of lines) yield parseLine(line);
  }
}

/** Names and paths are much shorter. */
const MAX_LINE = 64 * 1024;

const unreadable = (): ProjectError =>
  new ProjectError('The file list of the archive is damaged. Nothing was changed.');

function parseLine(line: string): NamedFile {
  let named: unknown;
  try {
    named = JSON.parse(line);
  } catch {
    throw unreadable();
  }
  if (!isRecord(named)) throw unreadable();
  const { adapter, path, mediaType, name } = named;
  if ([adapter, path, mediaType, name].some((text) => typeof text !== 'string')) throw unreadable();
  return named as unknown as NamedFile; // `createFileList` wrote the rest.
}

/** Returns the entry name of a file in an archive. */
export function entryNameOf({ adapter, path }: Pick<NamedFile, 'adapter' | 'path'>): string {
  return `${FILES_FOLDER}${encodeURIComponent(adapter)}/${path}`;
}
