import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { inPages } from './row-pages.js';
import type { PathColumn } from '../incoming/upload-fields.js';

/** A path that a row references. */
export interface ReferencedPath extends Readonly<Record<string, unknown>> {
  /** Id of the row. */
  readonly id: string;
  readonly path: string;
}

/** Reads every path in a column, including drafts, in pages. */
export function referencedPaths(
  session: SqlSession,
  { resource, column }: Pick<PathColumn, 'resource' | 'column'>,
): AsyncGenerator<readonly ReferencedPath[]> {
  const path = `t.${session.dialect.quote(column)}`;
  return inPages<ReferencedPath>(
    session,
    `select t.id as id, ${path} as path from ${session.table(resource.table)} t
where ${path} is not null and ${path} <> '' and t.id > :after`,
  );
}
