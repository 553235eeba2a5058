import type { SqlRow, SqlSession, TransactionSession } from '../contract/database/database.js';
import type { DerivedData } from '../contract/records/derived.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { searchText } from './row-values.js';

/** A searched HTML field of a type. */
interface SearchedMember {
  readonly resource: RegisteredResource;
  readonly member: string;
  readonly column: string;
  readonly textColumn: string;
}

interface TextRow extends SqlRow {
  readonly id: string;
  readonly html: string | null;
  readonly text: string | null;
}

const ROWS = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Creates the plain texts of searched HTML fields, for rows that a migration or an older release left
 * without. Empty if no type searches HTML.
 */
export function createDerivedSearchTexts(registry: Pick<ResourceRegistry, 'all'>): readonly DerivedData[] {
  const members = registry.all.flatMap(searchedMembers);
  if (members.length === 0) return [];
  return [
    {
      name: 'search_texts',
      version: 1,
      async compare(session, limit) {
        const lines: string[] = [];
        for (const one of members)
          for await (const rows of differingRows(one, session)) {
            lines.push(
              ...rows.map(
                ({ id }) => `${one.resource.name} ${id}: the text of ${one.member} is not that of its HTML`,
              ),
            );
            if (lines.length >= limit) return lines.slice(0, limit);
          }
        return lines;
      },
      async rebuild(session) {
        for (const one of members)
          for await (const rows of differingRows(one, session, session.dialect.forUpdate))
            await session.sendAll(rows.map((row) => updateText(one, row, session)));
      },
    },
  ];
}

function searchedMembers(resource: RegisteredResource): readonly SearchedMember[] {
  return resource.ownFields.flatMap((field) => {
    const textColumn = resource.searchTexts.get(field.name);
    if (field.kind !== 'scalar' || textColumn === undefined) return [];
    return [{ resource, member: field.name, column: field.column, textColumn }];
  });
}

/**
 * Yields rows whose text differs from their HTML. Reads all rows of a type in key order, 100 per statement.
 */
async function* differingRows(
  { resource, column, textColumn }: SearchedMember,
  session: SqlSession,
  lock = '',
): AsyncGenerator<readonly TextRow[]> {
  const { dialect } = session;
  const sql = `select t.id as id, t.${dialect.quote(column)} as html, t.${dialect.quote(textColumn)} as text
from ${session.table(resource.table)} t
where t.id > :after
order by t.id
limit ${ROWS}${lock}`;
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await session.all<TextRow>(sql, { after });
    const differing = rows.filter(({ html, text }) => searchText(html) !== text);
    if (differing.length > 0) yield differing;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = last.id;
  }
}

const updateText = (
  { resource, textColumn }: SearchedMember,
  { id, html }: TextRow,
  session: TransactionSession,
) => ({
  sql: `update ${session.table(resource.table)} set ${session.dialect.quote(textColumn)} = :text where id = :id`,
  parameters: { id, text: searchText(html) },
});
