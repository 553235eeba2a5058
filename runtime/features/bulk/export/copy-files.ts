import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JsonValue } from '../../../kernel/contract/json.js';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import { FileMissing, type FileStorage } from '../../../kernel/ports/file-storage.js';
import { readOriginalNames, type Uploads, uploadFieldsOf } from '../../uploads/public-api.js';
import type { TransferredType } from '../format/transferred.js';

export interface CopyFilesDeps {
  readonly stores: Uploads['stores'];
  /** Folder of the export. */
  readonly folder: string;
}

/** Members of a line that refer to files. */
type FileMembers = Readonly<Record<string, JsonValue>>;

/** Copies the files of records into the export and returns the file members of each record. A missing file is null. */
export interface CopyFiles {
  (
    type: TransferredType,
    records: readonly StoredRecord[],
    session: SqlSession,
  ): Promise<ReadonlyMap<string, FileMembers>>;
  /** Deletes files of earlier exports that are no longer referenced. */
  removeOthers(): Promise<void>;
}

const FOLDER = 'files';

/**
 * Creates the copier. File names contain a hash of the content, so unchanged files keep their names and equal files are
 * copied once.
 */
export function createCopyFiles({ stores, folder }: CopyFilesDeps): CopyFiles {
  const names = new Set<string>();

  async function copyOne(store: FileStorage, path: string): Promise<string | undefined> {
    const facts = await store.stat(path);
    if (facts === undefined) return undefined;
    await mkdir(join(folder, FOLDER), { recursive: true });
    const temporary = join(folder, FOLDER, `.${randomUUID()}`);
    const hash = createHash('sha256');
    try {
      await pipeline(
        await store.read(path),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(temporary),
      );
      const name = `${hash.digest('hex')}${extname(path)}`;
      const isThere = await stat(join(folder, FOLDER, name)).catch(() => undefined);
      if (isThere === undefined) await rename(temporary, join(folder, FOLDER, name));
      names.add(name);
      return `${FOLDER}/${name}`;
    } catch (error) {
      if (error instanceof FileMissing) return undefined;
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async function copyAll(
    { resource }: TransferredType,
    records: readonly StoredRecord[],
    session: SqlSession,
  ): Promise<ReadonlyMap<string, FileMembers>> {
    const fields = uploadFieldsOf(resource);
    if (fields.length === 0) return new Map();
    const pathOf = ({ values }: StoredRecord, name: string): string => {
      const path = values[name];
      return typeof path === 'string' ? path : '';
    };
    const paths = records.flatMap((record) => fields.map(({ name }) => pathOf(record, name)));
    const originals = await readOriginalNames(session, paths.filter(Boolean));
    const members = new Map<string, FileMembers>();
    for (const record of records) {
      const named: Record<string, JsonValue> = {};
      for (const { name, adapter } of fields) {
        const path = pathOf(record, name);
        const file = path === '' ? undefined : await copyOne(stores.get(adapter), path);
        if (file !== undefined) named[name] = { file, name: originals.get(path) ?? null };
      }
      members.set(record.id, named);
    }
    return members;
  }

  return Object.assign(copyAll, {
    async removeOthers() {
      const there = await readdir(join(folder, FOLDER)).catch(() => []);
      for (const name of there) if (!names.has(name)) await rm(join(folder, FOLDER, name), { force: true });
    },
  });
}
