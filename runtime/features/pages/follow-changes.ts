import type { Change } from '../../kernel/contract/records/change-set.js';
import type { SqlSession, TransactionSession } from '../../kernel/contract/database/database.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { byKey } from '../../kernel/records/by-key.js';
import { allForIds, idLists } from '../../kernel/records/id-lists.js';
import type { FollowsChanges } from '../../kernel/unit-of-work/announce.js';
import type { Lookups } from '../../kernel/unit-of-work/lookups.js';
import { VISIBILITY_TAG } from '../../kernel/unit-of-work/cache-tags.js';
import { addAffected, nothingAffected, type Affected } from './visibility-index/affected.js';
import { nestedComponentsSql } from './visibility-index/component-places.sql.js';

interface TypedRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly type: string;
}

const REDIRECTS = { type: 'Route', member: 'redirect' };

/**
 * Finds records affected by changes of pages, routes and places (core.md section 1.8, points 5 to 7 and 9):
 * - the routes behind a redirect
 * - the holders of a component in a slot, or of one that becomes visible
 * - components whose visibility changes
 */
export function createFollowChanges(registry: ResourceRegistry): FollowsChanges {
  return {
    chains: [REDIRECTS],
    async follow({ changes, lookups, session }) {
      const affected = nothingAffected();
      for (const change of changes) addAffected(affected, change, registry);
      const references = [
        ...(await redirectsBehind(lookups, session)),
        ...(await holders(lookups, session)),
        ...(await places(lookups, session)),
      ];
      const moved = await movedComponents(affected, session);
      return { references, moved, tags: opensOtherwise(affected, changes) ? [VISIBILITY_TAG] : [] };
    },
  };
}

/** Returns whether the changes may affect who can see a place, or its path. */
function opensOtherwise(affected: Affected, changes: readonly Change[]): boolean {
  const { records, templates, layouts, routes } = affected;
  if (records.size + templates.size + layouts.size + routes.size > 0) return true;
  return changes.some(
    (change) =>
      change.kind === 'updated' && change.after.type === REDIRECTS.type && change.fields.includes('path'),
  );
}

/** Limit that ends redirect loops. Longer chains do not occur. */
const LONGEST_CHAIN = 100;

async function redirectsBehind({ chains }: Lookups, session: SqlSession): Promise<readonly Reference[]> {
  const { table, dialect } = session;
  const route = table('route');
  const sql = `with recursive hop (id, redirect_id, route, level) as (
  select r.id, r.redirect_id, r.route, 0 from ${route} r where ${dialect.anyOf('r.id', 'ids', 'uuid')}
  union
  select r.id, r.redirect_id, r.route, h.level + 1 from hop h ${byKey(session).inner(route, 'r', 'r.id = h.redirect_id')}
  where h.level < ${LONGEST_CHAIN}
)
select distinct id, route from hop`;
  const ids = chains.map(({ from }) => from.id);
  const rows = await allForIds<{ readonly id: string; readonly route: string }>(session, sql, { ids });
  return rows.map(({ id, route: path }) => ({ type: REDIRECTS.type, id, key: path }));
}

/** Finds page data with a changed component in a slot, and the positions that show this slot for the current page. */
async function holders({ held, slots }: Lookups, session: TransactionSession): Promise<readonly Reference[]> {
  const { table, dialect } = session;
  const inSlots = await allForIds<TypedRow & { readonly property: string }>(
    session,
    `select d.id as id, d.dtype as type, s.property as property
from ${table('page_data_slot')} s join ${table('abstract_page_data')} d on d.id = s.page_data_id
where ${dialect.anyOf('s.component_id', 'ids', 'uuid')}`,
    { ids: held.map(({ id }) => id) },
  );
  const properties = [...new Set([...slots, ...inSlots.map(({ property }) => property)])];
  const bound =
    properties.length === 0
      ? []
      : await session.all<{ readonly id: string }>(
          `select p.id as id from ${table('component_position')} p where ${dialect.anyOf('p.page_data_property', 'properties', 'string')}`,
          { properties },
        );
  return [
    ...inSlots.map(referenceOf),
    ...bound.map(({ id }) => referenceOf({ id, type: 'ComponentPosition' })),
  ];
}

/**
 * Finds positions that now show visitors a component that was hidden. Positions that show a slot are found by
 * `holders`.
 */
async function places({ appeared }: Lookups, session: TransactionSession): Promise<readonly Reference[]> {
  const { table, dialect } = session;
  const rows = await allForIds<{ readonly id: string }>(
    session,
    `select p.id as id from ${table('component_position')} p where ${dialect.anyOf('p.component_id', 'ids', 'uuid')}`,
    { ids: appeared.map(({ id }) => id) },
  );
  return rows.map(({ id }) => referenceOf({ id, type: 'ComponentPosition' }));
}

/** Finds components that moved to another place, with everything nested in them. */
async function movedComponents(
  { components, groups }: Affected,
  session: TransactionSession,
): Promise<readonly Reference[]> {
  const { table, dialect } = session;
  const nested = nestedComponentsSql(session);
  const found = await allForIds<{ readonly id: string }>(session, nested, {
    ids: [...components],
    groups: [],
  });
  for (const list of idLists(groups))
    found.push(...(await session.all<{ readonly id: string }>(nested, { ids: [], groups: list })));
  const rows = await allForIds<TypedRow>(
    session,
    `select c.id as id, c.dtype as type from ${table('abstract_component')} c where ${dialect.anyOf('c.id', 'ids', 'uuid')}`,
    { ids: found.map(({ id }) => id) },
  );
  return rows.map(referenceOf);
}

const referenceOf = ({ id, type }: TypedRow): Reference => ({ type, id, key: id });
