import type { UploadsConfig } from '../settings.js';
import type { ConsistencyCheck } from '../../../kernel/contract/records/derived.js';
import type { WriteOutOfBand } from '../../../kernel/unit-of-work/out-of-band.js';
import { FILE_INFO_TABLE } from '../tables.js';
import { deleteFileInfoRows } from '../storage/file-info.js';
import { variantPath } from '../variants/variant-path.js';
import type { RetainedFiles } from '../storage/retained-files.js';
import type { StoredFile } from '../storage/stored-file.js';
import { pathColumns } from '../incoming/upload-fields.js';
import { createFilePresence } from '../storage/file-presence.js';
import { inPages } from '../storage/row-pages.js';
import type { StoredFilesCheckDeps } from './stored-files-check.js';

interface InfoRow extends Record<string, unknown> {
  readonly id: string;
  readonly path: string;
  readonly filter: string | null;
  readonly mime_type: string;
  readonly variant_extension: string | null;
}

/** An info row without its file, and the reason. */
interface StaleInfo {
  readonly id: string;
  readonly line: string;
}

export interface FileInfoCheckDeps extends StoredFilesCheckDeps {
  readonly retained: Pick<RetainedFiles, 'among'>;
  readonly config: Pick<UploadsConfig, 'imageCachePrefix'>;
  /** Writes outside a unit of work and invalidates cached responses. */
  readonly writeOutOfBand: WriteOutOfBand;
}

/**
 * Checks that every info row describes an existing file or variant that a record references. Missing rows are not
 * reported, because reading the record creates them.
 */
export function createFileInfoCheck({
  resources,
  stores,
  retained,
  database,
  writeOutOfBand,
  config,
}: FileInfoCheckDeps): ConsistencyCheck {
  const columns = pathColumns(resources);
  const find = createFilePresence(stores);
  const { dialect } = database;

  /** Returns the filesystems on which records reference each of the paths. */
  async function holdersOf(paths: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const holders = new Map<string, Set<string>>();
    for (const { resource, column, adapter } of columns) {
      const path = `t.${dialect.quote(column)}`;
      const sql = `select ${path} as path from ${database.table(resource.table)} t where ${dialect.anyOf(path, 'paths', 'string')}`;
      for (const row of await database.all<{ path: string }>(sql, { paths }))
        holders.set(row.path, (holders.get(row.path) ?? new Set()).add(adapter));
    }
    const used = new Set(columns.map(({ adapter }) => adapter));
    for (const path of await retained.among(database, paths)) holders.set(path, holders.get(path) ?? used);
    return holders;
  }

  /** Returns the paths where the file of a row may be; none if the row states that the filter cannot be applied. */
  function placesOf(
    { path, filter, mime_type: mediaType, variant_extension: variantExtension }: InfoRow,
    adapters: ReadonlySet<string>,
  ): readonly StoredFile[] {
    if (filter === null) return [...adapters].map((adapter) => ({ adapter, path }));
    if (mediaType === '') return [];
    const variant = variantPath(config.imageCachePrefix, { path, filter, variantExtension });
    return [...adapters].map((adapter) => ({ adapter, path: variant }));
  }

  async function evaluate(row: InfoRow, adapters: ReadonlySet<string> | undefined): Promise<StaleInfo[]> {
    const what = row.filter === null ? `"${row.path}"` : `"${row.path}", variant "${row.filter}"`;
    if (adapters === undefined) return [{ id: row.id, line: `${what}: no record references the file` }];
    const places = placesOf(row, adapters);
    if (places.length === 0 || (await find(places)).some((facts) => facts !== undefined)) return [];
    return [{ id: row.id, line: `${what}: the file does not exist` }];
  }

  async function* stale(): AsyncGenerator<readonly StaleInfo[]> {
    const filter = dialect.quote('filter');
    const sql = `select t.id as id, t.path as path, t.${filter} as ${filter}, t.mime_type as mime_type,
  t.variant_extension as variant_extension
from ${database.table(FILE_INFO_TABLE)} t
where t.id > :after`;
    for await (const rows of inPages<InfoRow>(database, sql)) {
      const holders = await holdersOf([...new Set(rows.map(({ path }) => path))]);
      yield (await Promise.all(rows.map((row) => evaluate(row, holders.get(row.path))))).flat();
    }
  }

  return {
    name: 'file-info',
    advice: 'Run `cms doctor --repair` to delete these rows. Reads create missing variants again.',
    async find(limit) {
      const lines: string[] = [];
      for await (const found of stale()) {
        lines.push(...found.map(({ line }) => line));
        if (lines.length >= limit) return lines.slice(0, limit);
      }
      return lines;
    },
    async repair() {
      for await (const found of stale())
        await writeOutOfBand(database, (session) =>
          deleteFileInfoRows(
            session,
            found.map(({ id }) => id),
          ),
        );
    },
  };
}
