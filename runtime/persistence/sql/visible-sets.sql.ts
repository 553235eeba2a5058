import type { SqlSession } from '../../contract/database.js';
import type { SlotColumn } from './reachability.sql.js';
import type { ReachFragments, ReachRules } from './reach-rules.js';
import { childRows } from './reach-rules.js';

/** Pages and page data at or below a route that is not live: `blocked (id, route_id)`. Cost: the size of those subtrees. */
function blocked(session: SqlSession): string {
  const route = session.table('route');
  const notLive = '(r.live_at is null or r.live_at > :now)';
  return `blocked (id, route_id) as (
  select p.id, p.route_id from ${session.table('page')} p join ${route} r on r.id = p.route_id where ${notLive}
  union
  select d.id, d.route_id from ${session.table('abstract_page_data')} d join ${route} r on r.id = d.route_id where ${notLive}
  union
  select c.id, c.route_id from blocked b join ${childRows(session)} c on c.parent_id = b.id
)`;
}

/** Rows out: ids of routes that an ancestor keeps from being live, or that are not live themselves. Uses `:now`. */
export function blockedRoutesSql(session: SqlSession): string {
  return `with recursive ${blocked(session)}
select route_id from blocked where route_id is not null`;
}

/** Rows out: ids of pages and page data with a route that is live and allowed. Cost: the number of routed records. */
export function routedRecordsSql(rules: ReachRules, fragments: ReachFragments, session: SqlSession): string {
  const head = rules.seesNotLive ? '' : `with recursive ${blocked(session)}\n`;
  return `${head}${openRouted(rules, fragments, session)}`;
}

function openRouted(rules: ReachRules, { isLive, isAllowed }: ReachFragments, session: SqlSession): string {
  const route = session.table('route');
  const free = (alias: string): string =>
    rules.seesNotLive ? '' : ` and ${alias}.id not in (select id from blocked)`;
  const select = (table: string): string =>
    `select x.id from ${session.table(table)} x join ${route} r on r.id = x.route_id
  where ${isLive('r')} and ${isAllowed('r')}${free('x')}`;
  return `${select('page')}\nunion\n${select('abstract_page_data')}`;
}

/**
 * Rows out: ids of components (published versions) that stand somewhere, but nowhere within the caller's reach. The
 * same rules as `reachVerdictSql`, from the top of the site down. Cost: the size of the site, once for each list.
 */
export function closedComponentsSql(
  { rules, fragments, slots }: { rules: ReachRules; fragments: ReachFragments; slots: readonly SlotColumn[] },
  session: SqlSession,
): string {
  const page = session.table('page');
  const data = session.table('abstract_page_data');
  const route = session.table('route');
  const passes = rules.routable !== 'refused';
  const byPath =
    rules.routable === 'unset'
      ? `\n  union all\n  select d.id, d.page_id from ${data} d join ${route} r on r.id = d.route_id where ${fragments.isAllowed('r')}`
      : '';
  const unrouted = (table: string, columns: string): string =>
    passes ? `\n  union all\n  select ${columns} from ${table} x where x.route_id is null` : '';
  return `with recursive ${rules.seesNotLive ? '' : `${blocked(session)},`}
reached (id) as (
  ${openRouted(rules, fragments, session)}
  union
  select coalesce(up.parent_page_id, up.parent_page_data_id)
  from reached c join (
    select id, parent_page_id, parent_page_data_id from ${page}
    union all select id, parent_page_id, parent_page_data_id from ${data}
  ) up on up.id = c.id
  where up.parent_page_id is not null or up.parent_page_data_id is not null
),
open_data (id, page_id) as (
  select d.id, d.page_id from reached x join ${data} d on d.id = x.id${unrouted(data, 'x.id, x.page_id')}${byPath}
),
open_page (id) as (
  select x.id from reached x join ${page} p on p.id = x.id
  union all
  select page_id from open_data${unrouted(page, 'x.id')}
),
open_component (id) as (
${placedIn('(select distinct id from open_page)', '(select distinct id from open_data)', slots, session)}
  union
${nestedIn('open_component', session)}
),
located (id) as (
${placedIn(page, data, slots, session)}
  union
${nestedIn('located', session)}
)
select id from located where id not in (select id from open_component)`;
}

/** Components in the groups of some pages and of their layouts, and in the properties of some page data. */
function placedIn(
  pages: string,
  records: string,
  slots: readonly SlotColumn[],
  { table, dialect }: SqlSession,
): string {
  const position = table('component_position');
  const held = slots.map(({ table: name, column }) => {
    const quoted = `t.${dialect.quote(column)}`;
    return `\n  union\n  select ${quoted} from ${records} x join ${table(name)} t on t.id = x.id where ${quoted} is not null`;
  });
  return `  select p.component_id from ${pages} x
  join ${table('page_component_group')} g on g.page_id = x.id
  join ${position} p on p.component_group_id = g.component_group_id where p.component_id is not null
  union
  select p.component_id from (select distinct q.layout_id from ${pages} x join ${table('page')} q on q.id = x.id) x
  join ${table('layout_component_group')} g on g.layout_id = x.layout_id
  join ${position} p on p.component_group_id = g.component_group_id where p.component_id is not null${held.join('')}`;
}

/** Components in the groups that a component owns, or that its draft owns. */
function nestedIn(set: string, { table }: SqlSession): string {
  return `  select p.component_id from ${set} s
  join ${table('abstract_component')} o
    on (o.id = s.id and o.published_resource_id is null) or o.published_resource_id = s.id
  join ${table('component_component_group')} g on g.component_id = o.id
  join ${table('component_position')} p on p.component_group_id = g.component_group_id
  where p.component_id is not null`;
}
