import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { printLine } from '../format/line.js';
import { type LineWriter, openLineWriter } from '../format/line-writer.js';
import type { ImportFile } from '../plan/import-files.js';

/** Lines converted from another format, in a temporary folder. */
export interface LineFiles {
  readonly folder: string;
  /** @param line line of the source file */
  add(type: string, record: JsonObject, line: number): Promise<void>;
  /** Finishes writing and returns the files with the source line of each of their lines. */
  finish(): Promise<readonly ImportFile[]>;
  remove(): Promise<void>;
}

interface LineFile {
  readonly path: string;
  readonly writer: LineWriter;
  readonly lines: number[];
}

/** @param shown name of the source file in error messages */
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
