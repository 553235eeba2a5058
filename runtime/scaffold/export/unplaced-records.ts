import type { SqlRow } from '../../kernel/contract/database.js';
import type { ExportScope } from './export-scope.js';
import { labelOf } from './record-members.js';

const ROWS = 1000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Lists components and groups that nothing of the site refers to: the scaffold has no place where they would be made. */
export async function listUnplaced(scope: ExportScope): Promise<void> {
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
  await listRecords(scope);
}

/** Records, such as what visitors sent, are no part of a site: they are counted, and none is listed (contract decision 104). */
async function listRecords({ session, registry, gap }: ExportScope): Promise<void> {
  for (const { name, table } of registry.all.filter(({ kind }) => kind === 'record')) {
    const [row] = await session.all<{ total: number | string }>(
      `select count(*) as total from ${session.table(table)}`,
    );
    const total = Number(row?.total ?? 0);
    if (total > 0) gap(`${name}: records are part of no page, and there are ${total}`);
  }
}

interface UnplacedRow extends SqlRow {
  readonly id: string;
  readonly type: string;
}

/** The rows of a table in pages, by key. */
async function* rowsOf(
  table: 'abstract_component' | 'component_group',
  type: string,
  { session }: Pick<ExportScope, 'session'>,
): AsyncGenerator<UnplacedRow> {
  const sql = `select x.id as id, ${type} as type from ${session.table(table)} x where x.id > :after order by x.id limit ${ROWS}`;
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await session.all<UnplacedRow>(sql, { after });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = last.id;
  }
}
