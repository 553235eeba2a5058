import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { joinInOrder } from '../../../kernel/records/by-key.js';
import { type Asking, hasAccessPathSql, isPlaceVisibleSql, momentOf } from './visible-places.sql.js';

/**
 * Returns an expression for the number of components of a type, without drafts of others: all, or those that the
 * caller may see. Cost: the number of places with such components, and of components without a place.
 */
export function visibleTotalSql(type: string, asking: Asking | 'all', session: SqlSession): string {
  const { table } = session;
  // The name comes from a descriptor. As a constant it lets PostgreSQL estimate the number of rows.
  const isOfType = (alias: string): string => `${alias}.dtype = '${type}'`;
  const nowhere = 'b.place_id is null and b.published_resource_id is null';
  return `(select coalesce(sum(k.total), 0) from ${table('place_count')} k
    ${visibleSql(asking, isOfType('k'), session)})
  + (select count(*) from ${table('abstract_component')} b where ${isOfType('b')} and ${nowhere})`;
}

/** Returns the condition that limits counted places to visible ones. */
function visibleSql(asking: Asking | 'all', isOfType: string, session: SqlSession): string {
  if (asking === 'all') return `where ${isOfType}`;
  if (asking.rules.seesNotLive)
    return `where ${isOfType} and ${isPlaceVisibleSql('k.place_id', asking, { for: 'count', session })}`;
  const live = `${momentOf(asking.rules)} <= :now`;
  const open = asking.fragments.refuses ? [live, isNotRefusedSql('k.place_id', asking, session)] : [live];
  return `${joinInOrder(session)} ${session.table('reach_place')} y on y.id = k.place_id
    where ${[isOfType, ...open].join('\n      and ')}`;
}

/** Returns a condition: no refused path leads to the place, or something else opens it. */
function isNotRefusedSql(place: string, asking: Asking, session: SqlSession): string {
  const { table } = session;
  const isOpened = hasAccessPathSql('c.place_id', asking, { for: 'count', session });
  return `not exists (
      select 1 from ${table('reach_opening')} c ${joinInOrder(session)} ${table('route')} r on r.id = c.route_id
      where c.place_id = ${place} and not ${asking.fragments.isAllowed('r')} and not ${isOpened}
    )`;
}
