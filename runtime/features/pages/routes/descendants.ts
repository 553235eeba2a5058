import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { type DescendantRow, descendantsSql } from '../sql/route-descendants.sql.js';
import { groupBy } from '../../../kernel/util/group-by.js';

/** A page or page data record below another. Pages come before page data, each oldest first. */
export interface Descendant {
  readonly id: string;
  readonly route: { readonly id: string; readonly path: string } | null;
  readonly children: readonly Descendant[];
}

/** Loads the tree below a page or page data record with one statement. */
export async function loadDescendants(id: string, session: SqlSession): Promise<readonly Descendant[]> {
  const rows = await session.all<DescendantRow>(descendantsSql(session), { id });
  const byParent = groupBy(rows, (row) => row.parent_id);
  const seen = new Set<string>();
  const below = (parent: string): Descendant[] => {
    if (seen.has(parent)) return [];
    seen.add(parent);
    const siblings = (byParent.get(parent) ?? []).sort((left, right) => compare(left, right, session));
    return siblings.map((row) => ({
      id: row.id,
      route: row.route_id === null ? null : { id: row.route_id, path: row.path ?? '' },
      children: below(row.id),
    }));
  };
  return below(id);
}

function compare(left: DescendantRow, right: DescendantRow, { dialect }: SqlSession): number {
  const time = (row: DescendantRow): number => Number(dialect.decode('datetime', row.created_at));
  return (
    Number(left.is_data) - Number(right.is_data) || time(left) - time(right) || (left.id < right.id ? -1 : 1)
  );
}
