import type { SqlRow } from '../../kernel/contract/database.js';
import type { ExportScope } from './export-scope.js';
import { labelOf } from './record-members.js';

const ROWS = 1000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Lists what nothing of the site leads to: the scaffold has no place where it would be made. */
export async function listLeftOut(scope: ExportScope): Promise<void> {
  const { session, components, refused, groups, drafts, registry, gap } = scope;
  const draftIds = new Set(drafts.map(({ id }) => id));
  for await (const { id, type } of rowsOf('abstract_component', 'x.dtype', scope)) {
    if (components.has(id) || draftIds.has(id) || refused.has(id)) continue;
    const label = registry.get(type) === undefined ? `${type} ${id}` : labelOf({ type, id }, scope);
    gap(`${label}: it stands nowhere`);
  }
  const type = 'ComponentGroup';
  for await (const { id } of rowsOf('component_group', `'${type}'`, { session }))
    if (!groups.has(id)) gap(`${labelOf({ type, id }, scope)}: it belongs to nothing`);
}

interface LeftOutRow extends SqlRow {
  readonly id: string;
  readonly type: string;
}

/** The rows of a table in pages, by key. */
async function* rowsOf(
  table: 'abstract_component' | 'component_group',
  type: string,
  { session }: Pick<ExportScope, 'session'>,
): AsyncGenerator<LeftOutRow> {
  const sql = `select x.id as id, ${type} as type from ${session.table(table)} x where x.id > :after order by x.id limit ${ROWS}`;
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await session.all<LeftOutRow>(sql, { after });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = last.id;
  }
}
