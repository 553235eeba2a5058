import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { byKey } from '../../../kernel/records/by-key.js';
import { REACHABLE_COLUMN } from '../../../model/routable-fields.js';
import type { VisibilityFragments, VisibilityRules } from './visibility-rules.js';

/** The rules of a caller with their SQL fragments. */
export interface Asking {
  readonly rules: VisibilityRules;
  readonly fragments: VisibilityFragments;
}

/**
 * Kind of read: one record, a page of a list (which stops at its limit), or the count of a list (which reads all
 * rows). Lists leave out records that are reachable without a route (contract decision 77).
 */
export type RequestedFor = 'item' | 'page' | 'count';

/**
 * Returns a condition: the caller may see the content of `place` (SQL of its id, or null). Components without a place
 * are visible to everyone, and so are those in a place that shows nothing, such as a layout without pages. Cost: a
 * few look-ups by key, independent of the size of the site. A count reads all hidden places once.
 */
export function isPlaceVisibleSql(place: string, asking: Asking, ask: Ask): string {
  const { rules } = asking;
  if (ask.for === 'count' && !rules.seesNotLive)
    return isOutsideSql(place, closedPlacesSql(asking, ask.session), ask.session);
  if (ask.for === 'page' && !rules.seesNotLive && rules.refusals.length === 0)
    return `coalesce((select ${momentOf(rules)} from ${ask.session.table('reach_place')} y where y.id = ${place}) <= :now, ${place} is null)`;
  const used = `from ${ask.session.table('reach_opening')} u where u.place_id = ${place}`;
  return `(${place} is null or ${hasAccessPathSql(place, asking, ask)} or not ${found(used, ask.for)})`;
}

/** Returns the date column for callers to whom no path is refused. */
export const momentOf = ({ routable }: VisibilityRules): string => `y.${routable}_from`;

/**
 * Selects the ids of places that lists hide from a caller who sees only live content. These are places whose date has
 * not come, and places behind a refused path that nothing else opens. Cost: the number of places, routes and refused
 * paths.
 */
function closedPlacesSql(asking: Asking, session: SqlSession): string {
  const { rules, fragments } = asking;
  const moment = momentOf(rules);
  const early = `select y.id as id from ${session.table('reach_place')} y where ${moment} is null or ${moment} > :now`;
  if (!fragments.refuses) return early;
  return `${early}
  union all
  select c.place_id from ${session.table('route')} r ${byKey(session).inner(session.table('reach_opening'), 'c', 'c.route_id = r.id')}
  where not ${fragments.isAllowed('r')} and not ${hasAccessPathSql('c.place_id', asking, { for: 'count', session })}`;
}

/** Returns a condition: an id (null counts as none) is not in the result of a select, which runs once. */
export function isOutsideSql(id: string, rows: string, { dialect }: SqlSession): string {
  // PostgreSQL would run the select for each id once its rows exceed the working memory.
  return dialect.name === 'postgres'
    ? `not exists (select 1 from (${rows}) z where z.id = ${id})`
    : `(${id} is null or ${id} not in (${rows}))`;
}

interface Ask {
  readonly for: RequestedFor;
  readonly session: SqlSession;
}

/** Returns a condition: an access path lets the caller see the place. */
export function hasAccessPathSql(place: string, { rules, fragments }: Asking, ask: Ask): string {
  const come = rules.seesNotLive ? '' : ' and o.opens_at <= :now';
  const isAllowed = allowed('o.route_id', fragments, ask.session);
  const unlisted = ask.for === 'item' || rules.seesNotLive ? [`o.way = 'unlisted'`] : [];
  const ways = [
    `(o.way = 'route'${come} and ${isAllowed})`,
    ...(rules.routable === 'refused' ? [] : [`o.way = 'unrouted'`, ...unlisted]),
    ...(ask.for === 'item' ? [`(o.way = 'flag'${come})`] : []),
    // Without `routable_security`, the rules for its path alone decide about page data (contract decision 26).
    ...(rules.routable === 'unset' ? [`(o.way = 'path' and ${isAllowed})`] : []),
  ];
  const opening = ask.session.table('reach_opening');
  return found(`from ${opening} o where o.place_id = ${place} and (${ways.join('\n    or ')})`, ask.for);
}

/**
 * Returns a condition: such a row exists. PostgreSQL may evaluate `exists` for all rows of a list at once. That suits
 * counts, while a page needs it only for a few rows.
 */
function found(rows: string, requested: RequestedFor): string {
  return requested === 'count' ? `exists (select 1 ${rows})` : `((select 1 ${rows} limit 1) is not null)`;
}

function allowed(route: string, { isAllowed, refuses }: VisibilityFragments, session: SqlSession): string {
  if (!refuses) return '1 = 1';
  return `exists (select 1 from ${session.table('route')} r where r.id = ${route} and ${isAllowed('r')})`;
}

/** Returns a condition on a page or page data record with the alias `alias`: its own route is live and allowed. */
export function isRoutedSql(alias: string, { rules, fragments }: Asking, ask: Ask): string {
  const { table } = ask.session;
  const route = `${alias}.route_id`;
  const live = rules.seesNotLive
    ? `${route} is not null`
    : found(`from ${table('reach_route')} y where y.route_id = ${route} and y.opens_at <= :now`, ask.for);
  if (!fragments.refuses) return live;
  const refused = `from ${table('route')} r where r.id = ${route} and not ${fragments.isAllowed('r')}`;
  return `${live}\nand not ${found(refused, ask.for)}`;
}

/**
 * Returns a condition: the route `id` (SQL of its id) is live. Its own date, those above it and those of its target
 * have come.
 */
export function isLiveRouteSql(id: string, ask: Ask): string {
  return found(
    `from ${ask.session.table('reach_route')} y where y.route_id = ${id} and y.opens_at <= :now`,
    ask.for,
  );
}

/**
 * Returns a condition on a page or page data record: it is reachable without a route, so lists leave it out (contract
 * decision 77).
 */
export function isUnlistedSql(alias: string): string {
  return `${alias}.route_id is null and ${alias}.${REACHABLE_COLUMN} = true`;
}
