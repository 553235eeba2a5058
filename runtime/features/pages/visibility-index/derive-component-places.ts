import { createHash } from 'node:crypto';
import type { SqlValue, SqlWrite, TransactionSession } from '../../../kernel/contract/database/database.js';
import { allForIds, idLists, runForIds } from '../../../kernel/records/id-lists.js';
import { groupBy } from '../../../kernel/util/group-by.js';
import type { Affected } from './affected.js';
import { countPlaces } from './count-places.js';
import { derivePlaces } from './derive-access-paths.js';
import {
  nestedComponentsSql,
  componentPlacesSql,
  storedPlacesSql,
  type ComponentPlaceRow,
} from './component-places.sql.js';

/** A component or draft with its stored place. */
interface StoredPlace extends ComponentPlaceRow {
  readonly published_id: string;
}

/** Updates the places of components. The caller holds the lock of derived data. */
export async function deriveComponentPlaces(
  { components, drafts, left, groups }: Pick<Affected, 'components' | 'drafts' | 'left' | 'groups'>,
  session: TransactionSession,
): Promise<void> {
  const sql = nestedComponentsSql(session);
  const nested = await allForIds<ComponentPlaceRow>(session, sql, { ids: [...components], groups: [] });
  for (const list of idLists(groups))
    nested.push(...(await session.all<ComponentPlaceRow>(sql, { ids: [], groups: list })));
  const touched = await storeComponentPlaces([...new Set(nested.map(({ id }) => id))], session);
  await storeDraftPlaces(drafts, session);
  await removeUnused(left, session);
  await countPlaces([...touched, ...left], session);
}

/** Stores the places of new drafts, which are those of their published versions. Nothing else moves with them. */
async function storeDraftPlaces(drafts: ReadonlySet<string>, session: TransactionSession): Promise<void> {
  const { table, dialect } = session;
  const component = table('abstract_component');
  const sql = `select d.id as id, c.place_id as place_id from ${component} d
join ${component} c on c.id = d.published_resource_id
where ${dialect.anyOf('d.id', 'ids', 'uuid')} and c.place_id is not null`;
  const rows = await allForIds<ComponentPlaceRow>(session, sql, { ids: [...drafts] });
  const moves = groupBy(
    rows,
    (row) => row.place_id,
    ({ id }) => id,
  );
  await move(moves, session);
}

/** Stores the places of components (published versions) and of their drafts. Returns the places before and after. */
export async function storeComponentPlaces(
  ids: readonly string[],
  session: TransactionSession,
): Promise<ReadonlySet<string>> {
  const touched = new Set<string>();
  if (ids.length === 0) return touched;
  const wanted = await placesByComponent(ids, session);
  const stored = await allForIds<StoredPlace>(session, storedPlacesSql(session), { ids });
  const moves = new Map<string | null, string[]>();
  const left = new Set<string>();
  const used = new Set<string | null>();
  for (const { id, published_id: published, place_id: place } of stored) {
    const goal = wanted.get(published)?.id ?? null;
    used.add(goal);
    for (const at of [goal, place]) if (at !== null) touched.add(at);
    if (goal === place) continue;
    const list = moves.get(goal);
    if (list === undefined) moves.set(goal, [id]);
    else list.push(id);
    if (place !== null) left.add(place);
  }
  // A draft that something else references has its own places, but is stored at the place of its published version.
  const sets = [...wanted.values()].filter(({ id, places }) => places.length > 1 && used.has(id));
  if (sets.length > 0) await makeSets(sets, session);
  await move(moves, session);
  await removeUnused(left, session);
  return touched;
}

/** The single place of a component: a page, page data, a layout, or a set of these. */
export interface ComponentPlace {
  readonly id: string;
  readonly places: readonly string[];
}

/** Returns the place of each component; components without a place are missing. */
export async function placesByComponent(
  ids: readonly string[],
  session: Pick<TransactionSession, 'all' | 'dialect' | 'table' | 'first'>,
): Promise<ReadonlyMap<string, ComponentPlace>> {
  const rows = await allForIds<ComponentPlaceRow>(session, componentPlacesSql(session), { ids });
  const places = groupBy(
    rows.flatMap(({ id, place_id: place }) => (place === null ? [] : [{ id, place }])),
    ({ id }) => id,
    ({ place }) => place,
  );
  return new Map([...places].map(([id, list]) => [id, placeOf(list)]));
}

function placeOf(places: readonly string[]): ComponentPlace {
  const [only, ...others] = places;
  return only !== undefined && others.length === 0
    ? { id: only, places }
    : { id: placeSetId(places), places };
}

/** Derives the id of a set from its content, so that two commands create the same set. */
export function placeSetId(places: readonly string[]): string {
  const hex = createHash('sha256')
    .update([...places].sort().join())
    .digest('hex');
  // Version 8 of RFC 9562: custom bits.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function makeSets(sets: readonly ComponentPlace[], session: TransactionSession): Promise<void> {
  const { table, dialect } = session;
  const [member, opening] = [table('reach_place_set'), table('reach_opening')];
  const wanted = new Map(sets.map((set) => [set.id, set.places]));
  const known = await allForIds<ComponentPlaceRow>(
    session,
    `select distinct set_id as id from ${member} where ${dialect.anyOf('set_id', 'ids', 'uuid')}`,
    { ids: [...wanted.keys()] },
  );
  for (const { id } of known) wanted.delete(id);
  const sql = `insert into ${member} (set_id, place_id) values (:id, :place)`;
  await session.sendAll(
    [...wanted].flatMap(([id, places]) => places.map((place) => ({ sql, parameters: { id, place } }))),
  );
  await runForIds(
    session,
    `insert into ${opening} (place_id, opener_id, way, route_id, opens_at)
select distinct m.set_id, o.opener_id, o.way, o.route_id, o.opens_at
from ${member} m join ${opening} o on o.place_id = m.place_id where ${dialect.anyOf('m.set_id', 'ids', 'uuid')}`,
    { ids: [...wanted.keys()] },
  );
  await derivePlaces(new Set(wanted.keys()), session);
}

/** Places per statement; a rebuild moves components to thousands of places. */
const MOVES_AT_ONCE = 16;

async function move(
  moves: ReadonlyMap<string | null, readonly string[]>,
  session: TransactionSession,
): Promise<void> {
  const { dialect } = session;
  const entries = [...moves].flatMap(([place, all]) => idLists(all).map((ids) => ({ place, ids })));
  const size = entries.length === 1 ? 1 : MOVES_AT_ONCE;
  const slots = Array.from({ length: size }, (_slot, at) => at);
  const cases = slots.map((at) => `when ${dialect.anyOf('id', `ids${at}`, 'uuid')} then :place${at}`);
  const sql = `update ${session.table('abstract_component')}
set place_id = case ${cases.join('\n  ')}
  else place_id end
where ${dialect.anyOf('id', 'ids', 'uuid')}`;
  const writes: SqlWrite[] = [];
  for (let from = 0; from < entries.length; from += size) {
    const some = entries.slice(from, from + size);
    const parameters: Record<string, SqlValue> = { ids: some.flatMap(({ ids }) => ids) };
    for (const at of slots) {
      parameters[`ids${at}`] = some[at]?.ids ?? [];
      parameters[`place${at}`] = some[at]?.place ?? null;
    }
    writes.push({ sql, parameters });
  }
  await session.sendAll(writes);
}

/** Deletes those sets among the places that no component uses any more. */
async function removeUnused(places: ReadonlySet<string>, session: TransactionSession): Promise<void> {
  const { table, dialect } = session;
  // Looked up for each set: PostgreSQL would read all components to evaluate a single `exists`.
  const unused = `select distinct m.set_id as id from ${table('reach_place_set')} m
where ${dialect.anyOf('m.set_id', 'ids', 'uuid')}
  and (select 1 from ${table('abstract_component')} c where c.place_id = m.set_id limit 1) is null`;
  const rows = await allForIds<ComponentPlaceRow>(session, unused, { ids: [...places] });
  await removeSets(
    rows.map(({ id }) => id),
    session,
  );
}

async function removeSets(ids: readonly string[], session: TransactionSession): Promise<void> {
  const { table, dialect } = session;
  for (const [name, key] of [
    ['reach_place_set', 'set_id'],
    ['reach_opening', 'place_id'],
    ['reach_place', 'id'],
  ] as const)
    await runForIds(session, `delete from ${table(name)} where ${dialect.anyOf(key, 'ids', 'uuid')}`, {
      ids,
    });
}
