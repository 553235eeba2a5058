import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import { allForIds, idLists } from '../../../kernel/records/id-lists.js';
import type { Affected } from './affected.js';
import { grantingRecordsSql, accessPathsSql } from './access-paths.sql.js';
import { placesSql } from './places.sql.js';
import { redirectingSql, routeDatesSql } from './route-dates.sql.js';
import { replaceRows } from './replace-rows.js';

interface IdRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

/** Updates access paths, and the dates of places and routes. The caller holds the lock of derived data. */
export async function deriveAccessPaths(affected: Affected, session: TransactionSession): Promise<void> {
  const records = [...affected.records, ...(await recordsOf(affected.routes, session))];
  const openers = await grantingRecords(records, affected.templates, session);
  const changed = new Set([...openers, ...records]);
  const places = new Set([...affected.layouts, ...records]);
  // A date changes when places become visible, but not which.
  const before =
    affected.records.size + affected.templates.size === 0 ? [] : await accessibleThrough(changed, session);
  await replaceRows(
    { table: 'reach_opening', key: 'opener_id', rows: accessPathsSql(session, 'some') },
    changed,
    session,
  );
  const after = await accessibleThrough(changed, session);
  for (const { id } of [...before, ...after]) places.add(id);
  await derivePlaces(places, session);
  const routes = new Set([...affected.routes, ...after.flatMap(({ route_id: route }) => route ?? [])]);
  const dated = new Set([...routes, ...(await idsOf(redirectingSql(session), routes, session))]);
  await replaceRows(
    { table: 'reach_route', key: 'route_id', rows: routeDatesSql(session, 'some') },
    dated,
    session,
  );
}

/** Updates the dates from which places are visible. */
export function derivePlaces(ids: ReadonlySet<string>, session: TransactionSession): Promise<void> {
  return replaceRows({ table: 'reach_place', key: 'id', rows: placesSql(session, 'some') }, ids, session);
}

async function idsOf(sql: string, ids: ReadonlySet<string>, session: TransactionSession): Promise<string[]> {
  return (await allForIds<IdRow>(session, sql, { ids: [...ids] })).map(({ id }) => id);
}

/** Returns the pages and page data of routes. */
function recordsOf(routes: ReadonlySet<string>, session: TransactionSession): Promise<string[]> {
  const { table, dialect } = session;
  const wanted = dialect.anyOf('route_id', 'ids', 'uuid');
  const sql = `select id from ${table('page')} where ${wanted}
union all select id from ${table('abstract_page_data')} where ${wanted}`;
  return idsOf(sql, routes, session);
}

async function grantingRecords(
  records: readonly string[],
  templates: ReadonlySet<string>,
  session: TransactionSession,
): Promise<ReadonlySet<string>> {
  const sql = grantingRecordsSql(session);
  const below = await allForIds<IdRow>(session, sql, { ids: records, templates: [] });
  for (const list of idLists(templates))
    below.push(...(await session.all<IdRow>(sql, { ids: [], templates: list })));
  return new Set(below.map(({ id }) => id));
}

interface AccessibleRow extends IdRow {
  /** Route of the record that gives access. */
  readonly route_id: string | null;
}

/** Returns the places to which records give access, and their routes. */
function accessibleThrough(
  openers: ReadonlySet<string>,
  session: TransactionSession,
): Promise<AccessibleRow[]> {
  const { table, dialect } = session;
  const sql = `select distinct o.place_id as id, case when o.place_id = o.opener_id then o.route_id end as route_id
from ${table('reach_opening')} o where ${dialect.anyOf('o.opener_id', 'ids', 'uuid')}`;
  return allForIds<AccessibleRow>(session, sql, { ids: [...openers] });
}
