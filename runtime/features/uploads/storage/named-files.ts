import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { TableDefinition } from '../../../kernel/contract/database/table.js';
import type { WrittenFacts } from '../../../kernel/ports/file-storage.js';
import { groupBy } from '../../../kernel/util/group-by.js';
import { type FileInfo, readFileInfo } from './file-info.js';
import type { HeldRemovals } from './held-removals.js';
import type { RetainedFiles } from './retained-files.js';
import { offeredName, offeredVariantName } from '../incoming/original-name.js';
import { referencedPaths } from './referenced-paths.js';
import { inPages } from './row-pages.js';
import type { UploadsConfig } from '../settings.js';
import type { StoredFile } from './stored-file.js';
import { FILE_INFO_TABLE, fileInfoTable } from '../tables.js';
import { type PathColumn, pathColumns } from '../incoming/upload-fields.js';
import { variantPath } from '../variants/variant-path.js';

/** A file or variant in the database, with the metadata to write it to a filesystem. */
export interface NamedFile extends StoredFile, WrittenFacts {
  /** True if a record references it; other files may be missing. */
  readonly isHeld: boolean;
}

export interface NamedFilesOptions {
  /** Session of a snapshot or a copy of the database. */
  readonly session: SqlSession;
  /** Tables to read, if they differ from those of the generated code. */
  readonly tables: readonly TableDefinition[] | undefined;
  /** True to include files whose deletion is deferred. */
  readonly withDeferred: boolean;
}

/** Reads the files for a backup in pages; a file may occur more than once. */
export type ReadNamedFiles = (options: NamedFilesOptions) => AsyncGenerator<readonly NamedFile[]>;

export function createNamedFiles({
  resources,
  removals,
  retained,
  config,
}: {
  readonly resources: readonly ResourceDescriptor[];
  readonly removals: Pick<HeldRemovals, 'deferred'>;
  readonly retained: Pick<RetainedFiles, 'all'>;
  readonly config: Pick<UploadsConfig, 'imageCachePrefix' | 'filesystems'>;
}): ReadNamedFiles {
  const aliases = Object.keys(config.filesystems);

  /** Returns the files and their variants. */
  async function describe(
    { session, tables }: NamedFilesOptions,
    found: readonly StoredFile[],
    isHeld: boolean,
  ): Promise<readonly NamedFile[]> {
    const paths = found.map(({ path }) => path);
    const lacking = lackingInfo(tables);
    const infos = groupBy(await readFileInfo(session, paths, lacking), ({ path }) => path);
    return found.flatMap((file) => namedFiles(file, infos.get(file.path) ?? [], isHeld));
  }

  function namedFiles(
    { adapter, path }: StoredFile,
    infos: readonly FileInfo[],
    isHeld: boolean,
  ): readonly NamedFile[] {
    const own = infos.find(({ filter }) => filter === null);
    const originalName = own?.originalName ?? null;
    const variants = infos.flatMap(({ filter, mediaType, variantExtension }) => {
      if (filter === null || mediaType === '') return [];
      const place = variantPath(config.imageCachePrefix, { path, filter, variantExtension });
      const name = offeredVariantName(originalName, place);
      return [{ adapter, path: place, mediaType, name, isHeld: false }];
    });
    const mediaType = own?.mediaType ?? 'application/octet-stream';
    return [{ adapter, path, mediaType, name: offeredName({ path, originalName }), isHeld }, ...variants];
  }

  /** Returns described files that no column of the generated code references: another version of it may. */
  async function* describedFiles(options: NamedFilesOptions): AsyncGenerator<readonly NamedFile[]> {
    const { session } = options;
    const sql = `select t.id as id, t.path as path from ${session.table(FILE_INFO_TABLE)} t
where t.${session.dialect.quote('filter')} is null and t.id > :after`;
    for await (const rows of inPages<{ readonly id: string; readonly path: string }>(session, sql)) {
      const found = rows.flatMap(({ path }) => aliases.map((adapter) => ({ adapter, path })));
      yield describe(options, found, false);
    }
  }

  return async function* (options) {
    const { session, tables, withDeferred } = options;
    for (const column of pathColumns(resources).filter((each) => isIn(tables, each))) {
      const { adapter } = column;
      for await (const rows of referencedPaths(session, column)) {
        const found = rows.map(({ path }) => ({ adapter, path }));
        yield describe(options, found, true);
      }
    }
    if (tables !== undefined) yield* describedFiles(options);
    // A copy with other tables may not have those of the features.
    if (tables === undefined)
      for await (const files of retained.all(session)) yield describe(options, files, false);
    if (withDeferred) yield describe(options, await removals.deferred(session), false);
  };
}

type Tables = NamedFilesOptions['tables'];

function isIn(tables: Tables, { resource, column }: Pick<PathColumn, 'resource' | 'column'>): boolean {
  return tables === undefined || columnsOf(tables, resource.table).has(column);
}

/** Returns file-info columns that an earlier release did not have. */
function lackingInfo(tables: Tables): ReadonlySet<string> {
  if (tables === undefined) return new Set();
  const there = columnsOf(tables, FILE_INFO_TABLE);
  return new Set(fileInfoTable.columns.map(({ name }) => name).filter((name) => !there.has(name)));
}

function columnsOf(tables: readonly TableDefinition[], name: string): ReadonlySet<string> {
  const table = tables.find((each) => each.name === name);
  return new Set(table?.columns.map((column) => column.name));
}
