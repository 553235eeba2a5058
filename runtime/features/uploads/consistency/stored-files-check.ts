import type { Database } from '../../../kernel/contract/database.js';
import type { ConsistencyCheck } from '../../../kernel/contract/derived.js';
import type { ResourceDescriptor, UploadField } from '../../../kernel/contract/resource.js';
import type { FileStores } from '../file-stores.js';
import { uploadFieldsOf } from '../upload-fields.js';
import { createFilePresence } from './file-presence.js';
import { inPages } from './path-pages.js';

export interface StoredFilesCheckDeps {
  readonly resources: readonly ResourceDescriptor[];
  readonly stores: FileStores;
  readonly database: Database;
}

/** Every file that a record names is in its filesystem. Those that no record names are no matter of it. */
export function createStoredFilesCheck({
  resources,
  stores,
  database,
}: StoredFilesCheckDeps): ConsistencyCheck {
  const fields = resources.flatMap((resource) =>
    uploadFieldsOf(resource).map((field) => ({ resource, field })),
  );
  const present = createFilePresence(stores);

  async function* missing(
    resource: ResourceDescriptor,
    { name, column, adapter }: UploadField,
  ): AsyncGenerator<readonly string[]> {
    const path = `t.${database.dialect.quote(column)}`;
    const sql = `select t.id as id, ${path} as path from ${database.table(resource.table)} t
where ${path} is not null and ${path} <> '' and t.id > :after`;
    for await (const rows of inPages<{ id: string; path: string }>(database, sql)) {
      const isThere = await present(rows.map((row) => ({ adapter, path: row.path })));
      yield rows
        .filter((_, index) => isThere[index] !== true)
        .map((row) => `${resource.name} ${row.id}: filesystem "${adapter}" lacks "${row.path}" (${name})`);
    }
  }

  return {
    name: 'stored-files',
    advice: 'Restore these files from a backup, or upload others in their place; no repair can make them.',
    async find(limit) {
      const lines: string[] = [];
      for (const { resource, field } of fields) {
        for await (const found of missing(resource, field)) {
          lines.push(...found);
          if (lines.length >= limit) return lines.slice(0, limit);
        }
      }
      return lines;
    },
  };
}
