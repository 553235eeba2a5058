import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { printLine } from '../format/line.js';
import { type LineWriter, openLineWriter } from '../format/line-writer.js';
import type { ImportFile } from '../plan/import-files.js';

/** Lines that are made of a file of another format, in a temporary folder. */
export interface LineFiles {
  readonly folder: string;
  /** @param line of the file that the record is made of */
  add(type: string, record: JsonObject, line: number): Promise<void>;
  /** The files, once all lines are written; with the lines of the source that theirs were made of. */
  finish(): Promise<readonly ImportFile[]>;
  remove(): Promise<void>;
}

interface LineFile {
  readonly path: string;
  readonly writer: LineWriter;
  readonly lines: number[];
}

/** @param shown the file that they are made of, as problems name it */
export async function createLineFiles(shown: string): Promise<LineFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-import-'));
  const files = new Map<string, LineFile>();

  async function fileOf(type: string): Promise<LineFile> {
    const known = files.get(type);
    if (known !== undefined) return known;
    const path = join(folder, `${type}.jsonl`);
    const file = { path, writer: await openLineWriter(path), lines: [] };
    files.set(type, file);
    return file;
  }

  return {
    folder,
    async add(type, record, line) {
      const { writer, lines } = await fileOf(type);
      lines.push(line);
      await writer.write(printLine(record));
    },
    async finish() {
      for (const { writer } of files.values()) await writer.end();
      return [...files].map(([type, { path, lines }]) => ({
        path,
        shown: `${shown} (${type})`,
        type,
        lines,
      }));
    },
    async remove() {
      for (const { writer } of files.values()) await writer.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
