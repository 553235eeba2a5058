import type { SqlSession } from '../../kernel/contract/database.js';
import type { PendingWrite, WriteRule } from '../../kernel/contract/writes.js';
import type { Reference } from '../../kernel/contract/record.js';
import { VIOLATION_CODES } from '../../kernel/contract/violation-codes.js';

const CIRCLE_MESSAGE = 'Setting this parent would create a circular reference.';

/** Rules of Page and PageData that need the database (core.md section 5.1). */
export const pageRules: WriteRule = {
  appliesTo: ({ name, kind }) => name === 'Page' || kind === 'page_data',
  many: 'each',
  async prepare(write, { session }) {
    if (write.resource.kind === 'page_data' && write.values.page == null) {
      write.violations.add({
        propertyPath: 'page',
        message: 'Please select a page template',
        code: VIOLATION_CODES.notBlank,
      });
    }
    if (write.resource.kind === 'page_data' && parents(write).length > 1) {
      write.violations.add({ propertyPath: '', message: ONE_PARENT_MESSAGE, code: null });
    }
    const [parent] = parents(write);
    // A record that is not stored yet can be nobody's ancestor.
    if (write.before === null || parent === undefined) return;
    if (await leadsBackTo(write.id, parent, session)) {
      const propertyPath = write.values.parentPage == null ? 'parentPageData' : 'parentPage';
      write.violations.add({ propertyPath, message: CIRCLE_MESSAGE, code: null });
    }
  },
};

const ONE_PARENT_MESSAGE = 'A page can only have one parent: either a Page or a PageData, not both.';

function parents({ values }: PendingWrite): Reference[] {
  // Parent members hold references or null.
  return [values.parentPage, values.parentPageData].filter((parent) => parent != null) as Reference[];
}

/**
 * Rows in: the record `parent`. Rows out: one when `id` is it or above it. Cost: the depth, by key; `union` drops
 * repeated rows, so a circle that is already stored cannot loop.
 */
async function leadsBackTo(id: string, parent: Reference, session: SqlSession): Promise<boolean> {
  if (parent.id === id) return true;
  const page = session.table('page');
  const pageData = session.table('abstract_page_data');
  const sql = `with recursive ancestor (id, parent_page_id, parent_page_data_id) as (
  select p.id, p.parent_page_id, p.parent_page_data_id from ${page} p where p.id = :parent
  union
  select d.id, d.parent_page_id, d.parent_page_data_id from ${pageData} d where d.id = :parent
  union
  select coalesce(p.id, d.id), coalesce(p.parent_page_id, d.parent_page_id), coalesce(p.parent_page_data_id, d.parent_page_data_id)
  from ancestor a
  left join ${page} p on p.id = a.parent_page_id
  left join ${pageData} d on d.id = a.parent_page_data_id
  where p.id is not null or d.id is not null
)
select id from ancestor where id = :id`;
  return (await session.first(sql, { parent: parent.id, id })) !== undefined;
}
