import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import { VIOLATION_CODES } from '../../kernel/contract/records/violation-codes.js';
import type { EvaluatedState, StateCheck } from '../../kernel/contract/records/writes.js';
import { referenceOf } from '../../kernel/records/references.js';

const CYCLE_MESSAGE = 'Setting this parent would create a circular reference.';
const ONE_PARENT_MESSAGE = 'A page can only have one parent: either a Page or a PageData, not both.';

/** Rules for the state of Page and PageData that need the database (core.md section 5.1). */
export const pageCheck: StateCheck = {
  appliesTo: ({ name, kind }) => name === 'Page' || kind === 'page_data',
  async check(states, { session }) {
    for (const state of states) if (state.resource.kind === 'page_data') checkPageData(state);
    // A record that is not yet stored cannot be an ancestor.
    const children = states.flatMap((state) => {
      const [parent] = parentsOf(state);
      return state.before === null || parent === undefined ? [] : [{ state, parent }];
    });
    if (children.length === 0) return;
    const cycles = await findCycles(
      {
        ids: children.flatMap(({ state }) => ownIds(state)),
        parents: children.map(({ parent }) => parent.id),
      },
      session,
    );
    for (const { state, parent } of children) {
      if (!ownIds(state).some((id) => cycles.has(`${parent.id} ${id}`))) continue;
      const propertyPath = state.values.parentPage == null ? 'parentPageData' : 'parentPage';
      state.violations.add({ propertyPath, message: CYCLE_MESSAGE, code: null });
    }
  },
};

function checkPageData(state: EvaluatedState): void {
  const { values, violations } = state;
  if (values.page == null) {
    const message = 'Please select a page template';
    violations.add({ propertyPath: 'page', message, code: VIOLATION_CODES.notBlank });
  }
  if (parentsOf(state).length > 1)
    violations.add({ propertyPath: '', message: ONE_PARENT_MESSAGE, code: null });
}

function parentsOf({ values }: EvaluatedState): Reference[] {
  // Parent fields contain references or null.
  return [values.parentPage, values.parentPageData].filter((parent) => parent != null) as Reference[];
}

/**
 * Returns the ids of a record and its published version. A draft replaces its published record, so it must be below
 * neither.
 */
function ownIds({ id, resource, values }: EvaluatedState): readonly string[] {
  const published = referenceOf(values[resource.publishable?.publishedAssociation ?? '']);
  return published === null ? [id] : [id, published.id];
}

/**
 * Returns `parent id` for each parent that is one of the records or below it. Rows in: the parents. Rows out: one for
 * each of the records that is a parent or above it. Cost: the depth of each, by key. `union` drops repeated rows, so
 * stored cycles cannot loop.
 */
async function findCycles(
  { ids, parents }: { readonly ids: readonly string[]; readonly parents: readonly string[] },
  session: SqlSession,
): Promise<ReadonlySet<string>> {
  const { anyOf } = session.dialect;
  const page = session.table('page');
  const pageData = session.table('abstract_page_data');
  const sql = `with recursive ancestor (start_id, id, parent_page_id, parent_page_data_id) as (
  select p.id, p.id, p.parent_page_id, p.parent_page_data_id from ${page} p where ${anyOf('p.id', 'parents', 'uuid')}
  union
  select d.id, d.id, d.parent_page_id, d.parent_page_data_id from ${pageData} d where ${anyOf('d.id', 'parents', 'uuid')}
  union
  select a.start_id, coalesce(p.id, d.id), coalesce(p.parent_page_id, d.parent_page_id), coalesce(p.parent_page_data_id, d.parent_page_data_id)
  from ancestor a
  left join ${page} p on p.id = a.parent_page_id
  left join ${pageData} d on d.id = a.parent_page_data_id
  where p.id is not null or d.id is not null
)
select a.start_id as parent, a.id as id from ancestor a where ${anyOf('a.id', 'ids', 'uuid')}`;
  const rows = await session.all<{ parent: string; id: string }>(sql, { ids, parents });
  return new Set(rows.map(({ parent, id }) => `${parent} ${id}`));
}
