import type { SqlSession, TransactionSession } from '../../../kernel/contract/database/database.js';
import { allForIds } from '../../../kernel/records/id-lists.js';
import type { RetainedFiles, StoredFile } from '../../uploads/public-api.js';
import { revisionFileTable } from '../tables.js';

type FileRow = { readonly revision: unknown; readonly adapter: string; readonly path: string };

/** Rows per page. */
const PAGE = 500;

/** Reads the files that only previous states refer to. */
export function createRetainedFiles(): RetainedFiles {
  return {
    async among(session, paths) {
      return new Set((await rowsOf(session, paths)).map(({ path }) => path));
    },
    async *all(session) {
      let after: Pick<FileRow, 'revision' | 'path'> = { revision: 0, path: '' };
      for (;;) {
        const rows = await session.all<FileRow>(
          `select f.revision as revision, f.adapter as adapter, f.path as path from ${session.table(revisionFileTable.name)} f
where f.revision > :revision or (f.revision = :revision and f.path > :path)
order by f.revision, f.path limit ${PAGE}`,
          { revision: Number(after.revision), path: after.path },
        );
        const last = rows.at(-1);
        if (last === undefined) return;
        yield rows.map(({ adapter, path }) => ({ adapter, path }));
        after = last;
      }
    },
  };
}

/** Locks retained files until the transaction ends, so that they are not deleted. Returns those that are retained. */
export async function holdKept(
  session: TransactionSession,
  paths: readonly string[],
): Promise<readonly StoredFile[]> {
  return paths.length === 0 ? [] : rowsOf(session, paths, session.dialect.forUpdate);
}

function rowsOf(session: SqlSession, paths: readonly string[], lock = ''): Promise<readonly StoredFile[]> {
  return allForIds<FileRow>(
    session,
    `select t.adapter as adapter, t.path as path from ${session.table(revisionFileTable.name)} t where ${session.dialect.anyOf('t.path', 'ids', 'string')}${lock}`,
    { ids: paths },
  );
}
