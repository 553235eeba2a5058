import type { TransactionSession } from '../../../kernel/contract/database.js';
import type { StoredRecord } from '../../../kernel/contract/record.js';
import { validationFailed } from '../../../kernel/errors/catalog.js';
import type { PathRequest } from '../../../kernel/contract/extensions.js';

const PARENT_UNROUTED = 'The parent must have a route before a route can be generated.';

/**
 * Title and parent path of a page or page data record. The parent's route is locked, so that a rename of it waits for
 * the new child or is seen by it.
 * @throws AppError 422 when the parent has no route.
 */
export async function readPathRequest(
  record: StoredRecord,
  session: TransactionSession,
): Promise<PathRequest> {
  const { parentPage, parentPageData, title } = record.values;
  // Parent members hold references or null.
  const parent = (parentPage ?? parentPageData ?? null) as { readonly id: string } | null;
  const request = { title: typeof title === 'string' ? title : '', record };
  if (parent === null) return { ...request, parentPath: null };
  const table = session.table(parentPage == null ? 'abstract_page_data' : 'page');
  const sql = `select t.id as id, t.route as path from ${session.table('route')} t
where t.id = (select route_id from ${table} where id = :parent)${session.dialect.forUpdate}`;
  const row = await session.first<{ path: string }>(sql, { parent: parent.id });
  if (row === undefined) {
    const propertyPath = record.type === 'Page' ? 'page' : 'pageData';
    throw validationFailed([{ propertyPath, message: PARENT_UNROUTED, code: null }]);
  }
  return { ...request, parentPath: row.path };
}
