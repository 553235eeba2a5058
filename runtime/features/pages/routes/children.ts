import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import { type Descendant, loadDescendants } from './descendants.js';

/**
 * Loads the routes below a route. A record without a route adds no node; its routed descendants move up (core.md
 * section 6.9).
 */
export async function loadChildren(
  route: StoredRecord,
  iriOf: (path: string) => string,
  session: SqlSession,
): Promise<readonly JsonObject[]> {
  // Inverse fields contain references or null.
  const record = (route.values.page ?? route.values.pageData ?? null) as Reference | null;
  if (record === null) return [];
  const nodes = (descendants: readonly Descendant[]): JsonObject[] =>
    descendants.flatMap((descendant) =>
      descendant.route === null
        ? nodes(descendant.children)
        : [
            {
              route: iriOf(descendant.route.path),
              path: descendant.route.path,
              children: nodes(descendant.children),
            },
          ],
    );
  return nodes(await loadDescendants(record.id, session));
}
