import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { TestAppOptions } from '../../support/test-app.js';
import { type StorageKind, startStoredApp, type StoredApp } from '../uploads/storages.js';

export const ADMIN = { as: 'admin' } as const;
export const PATH = '/_/orphaned_files';

export interface FileLine {
  readonly adapter: string;
  readonly path: string;
  readonly resource?: string;
}

export interface Report extends JsonObject {
  readonly generatedAt: string;
  readonly orphanedFiles: FileLine[] & JsonObject[];
  readonly unknownFiles: FileLine[] & JsonObject[];
  readonly missingFiles: FileLine[] & JsonObject[];
}

export interface FilesApp extends StoredApp {
  place(alias: 'public' | 'private', path: string): Promise<FileLine>;
  has(file: FileLine): Promise<boolean>;
  /** Requests a scan and returns its report. */
  scanned(): Promise<Report>;
}

/** Examines files of any age, unless the options set a limit. */
export async function startFilesApp(
  kind: StorageKind,
  options: JsonObject = {},
  { config, ...rest }: Pick<TestAppOptions, 'manifest' | 'config' | 'env' | 'clock'> = {},
): Promise<FilesApp> {
  const app = await startStoredApp(kind, {
    ...rest,
    config: { ...config, orphaned_files: { minimum_age: 0, ...options } },
  });
  const read = async (): Promise<Report> => (await app.get(PATH, ADMIN)).body as Report;
  return {
    ...app,
    async place(adapter, path) {
      await app.storage(adapter).write(path, Readable.from(['x']), { mediaType: 'text/plain', name: path });
      return { adapter, path };
    },
    has: async ({ adapter, path }) => (await app.storage(adapter as 'public').stat(path)) !== undefined,
    async scanned() {
      const before = (await read()).generatedAt;
      expect((await app.post(`${PATH}/scan`, undefined, ADMIN)).status).toBe(202);
      const report = await read();
      expect(report.generatedAt).not.toBe(before);
      return report;
    },
  };
}
