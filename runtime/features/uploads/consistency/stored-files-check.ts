import type { Database } from '../../../kernel/contract/database/database.js';
import type { ConsistencyCheck } from '../../../kernel/contract/records/derived.js';
import type { ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import { createFilePresence } from '../storage/file-presence.js';
import type { FileStores } from '../storage/file-stores.js';
import { referencedPaths } from '../storage/referenced-paths.js';
import { type PathColumn, pathColumns } from '../incoming/upload-fields.js';

export interface StoredFilesCheckDeps {
  readonly resources: readonly ResourceDescriptor[];
  readonly stores: FileStores;
  readonly database: Database;
}

/** Checks that every referenced file exists. Unreferenced files are not reported. */
export function createStoredFilesCheck({
  resources,
  stores,
  database,
}: StoredFilesCheckDeps): ConsistencyCheck {
  const find = createFilePresence(stores);

  async function* missing(column: PathColumn): AsyncGenerator<readonly string[]> {
    const { resource, name, adapter } = column;
    for await (const rows of referencedPaths(database, column)) {
      const found = await find(rows.map((row) => ({ adapter, path: row.path })));
      yield rows
        .filter((_, index) => found[index] === undefined)
        .map(
          (row) =>
            `${resource.name} ${row.id}: "${row.path}" does not exist in filesystem "${adapter}" (${name})`,
        );
    }
  }

  return {
    name: 'stored-files',
    advice: 'Restore these files from a backup, or upload new ones. They cannot be repaired.',
    async find(limit) {
      const lines: string[] = [];
      for (const column of pathColumns(resources)) {
        for await (const found of missing(column)) {
          lines.push(...found);
          if (lines.length >= limit) return lines.slice(0, limit);
        }
      }
      return lines;
    },
  };
}
