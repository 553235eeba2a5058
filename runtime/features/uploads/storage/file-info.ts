import { createHash } from 'node:crypto';
import type { SqlSession, TransactionSession } from '../../../kernel/contract/database/database.js';
import { runForIds } from '../../../kernel/records/id-lists.js';
import { FILE_INFO_TABLE } from '../tables.js';

/** Stored facts of a file or of one of its variants. */
export interface FileInfo {
  readonly path: string;
  /** Null for the file itself. */
  readonly filter: string | null;
  /** Empty if the filter cannot be applied to the file. */
  readonly mediaType: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  /** Name sent by the client; null for variants and if unknown. */
  readonly originalName: string | null;
  /** Extension of a variant's stored name, replacing that of its file; null if both have the same name. */
  readonly variantExtension: string | null;
}

interface InfoRow extends Record<string, unknown> {
  readonly path: string;
  readonly filter: string | null;
  readonly mime_type: string;
  readonly file_size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly original_name: string | null;
  readonly variant_extension: string | null;
}

/**
 * Reads the rows of paths, including variants, with one statement. A backup may read a database of an earlier
 * release, whose table does not have the columns in `lacking`.
 */
export async function readFileInfo(
  session: SqlSession,
  paths: readonly string[],
  lacking: ReadonlySet<string> = new Set(),
): Promise<FileInfo[]> {
  if (paths.length === 0) return [];
  const { dialect } = session;
  const filter = dialect.quote('filter');
  const later = (column: string): string => `${lacking.has(column) ? 'null' : `f.${column}`} as ${column}`;
  const sql = `select f.path as path, f.${filter} as ${filter}, f.mime_type as mime_type, f.file_size as file_size, f.width as width, f.height as height,
  ${later('original_name')}, ${later('variant_extension')}
from ${session.table(FILE_INFO_TABLE)} f
where ${dialect.anyOf('f.path', 'paths', 'string')}`;
  const rows = await session.all<InfoRow>(sql, { paths: [...new Set(paths)] });
  return rows.map((row) => ({
    path: row.path,
    filter: row.filter,
    mediaType: row.mime_type,
    size: Number(row.file_size),
    width: row.width,
    height: row.height,
    originalName: row.original_name,
    variantExtension: row.variant_extension,
  }));
}

/** Reads the names sent by clients, by path, with one statement. */
export async function readOriginalNames(
  session: SqlSession,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const infos = await readFileInfo(session, paths);
  return new Map(
    infos.flatMap(({ path, filter, originalName }): [string, string][] =>
      filter === null && originalName !== null ? [[path, originalName]] : [],
    ),
  );
}

/** Adds rows; existing ones are kept. */
export async function writeFileInfo(session: TransactionSession, infos: readonly FileInfo[]): Promise<void> {
  if (infos.length === 0) return;
  const rows = infos.map(({ path, filter, width, height, ...info }) => ({
    id: infoId(path, filter),
    path,
    filter,
    mime_type: info.mediaType,
    file_size: info.size,
    width,
    height,
    original_name: info.originalName,
    variant_extension: info.variantExtension,
  }));
  await session.insert(FILE_INFO_TABLE, rows, { ignoreDuplicates: true });
}

export async function deleteFileInfo(session: TransactionSession, paths: readonly string[]): Promise<void> {
  const where = session.dialect.anyOf('path', 'ids', 'string');
  await runForIds(session, `delete from ${session.table(FILE_INFO_TABLE)} where ${where}`, { ids: paths });
}

export async function deleteFileInfoRows(session: TransactionSession, ids: readonly string[]): Promise<void> {
  const where = session.dialect.anyOf('id', 'ids', 'uuid');
  await runForIds(session, `delete from ${session.table(FILE_INFO_TABLE)} where ${where}`, { ids });
}

/** Derives the id from the pair, so that it never gets a second row. */
export function infoId(path: string, filter: string | null): string {
  const hash = createHash('sha256')
    .update(filter === null ? path : `${path}\0${filter}`)
    .digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
