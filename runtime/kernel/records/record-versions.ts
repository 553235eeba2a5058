import type { SqlSession, SqlValue } from '../contract/database/database.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { VersionFacts } from '../contract/database/record-version.js';
import type { WriteScope } from '../contract/records/writes.js';
import { isPublishable, publishedOf } from '../metadata/publication-state.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';

/** Returns the table that stores the version of a record. */
export const versionTable = ({ baseTable, table }: Pick<RegisteredResource, 'baseTable' | 'table'>): string =>
  baseTable ?? table;

/** Author and time of a row change. */
export interface VersionStamp {
  readonly at: Date;
  readonly by: string | null;
}

export const versionStamp = ({ context: { now, actor } }: Pick<WriteScope, 'context'>): VersionStamp => ({
  at: now,
  by: actor.user?.id ?? null,
});

/** Assignments of every statement that changes a versioned row. */
export const NEXT_VERSION =
  'row_version = row_version + 1, row_version_at = :version_at, row_version_by = :version_by';

/** Returns the parameters of `NEXT_VERSION`. */
export function versionParameters(
  { at, by }: VersionStamp,
  { dialect }: Pick<SqlSession, 'dialect'>,
): Record<string, SqlValue> {
  return { version_at: dialect.encode('datetime', at), version_by: by && dialect.encode('uuid', by) };
}

/**
 * Returns the version of a new row. A draft is served at the URL of its published row, so it starts at a
 * number that no other row of that URL reaches: 30 random bits of its id.
 */
export function firstVersion(
  resource: RegisteredResource,
  record: Pick<StoredRecord, 'type' | 'id' | 'values'> & { readonly firstVersion?: number },
): number {
  if (record.firstVersion !== undefined) return record.firstVersion;
  if (!isPublishable(resource) || publishedOf(resource, record) === null) return 1;
  return (Number.parseInt(record.id.slice(-8), 16) >>> 2) + 2;
}

/** Returns the row with the next version. */
export function withNextVersion<Row extends StoredRecord>(record: Row): Row {
  return record.version === undefined ? record : { ...record, version: record.version + 1 };
}

/**
 * Reads author and time of a record's current version. One statement; undefined if the record does not exist.
 */
export async function readVersion(
  session: SqlSession,
  resource: RegisteredResource,
  id: string,
): Promise<VersionFacts | undefined> {
  const sql = `select row_version_at as at, row_version_by as made_by from ${session.table(versionTable(resource))} where id = :id`;
  const [row] = await session.all<{ at: SqlValue; made_by: string | null }>(sql, { id });
  if (row === undefined) return undefined;
  const at = session.dialect.decode('datetime', row.at);
  return { by: row.made_by, at: at instanceof Date ? at : null };
}
