import type { SqlRow, SqlSession } from '../../../kernel/contract/database/database.js';
import { allForIds } from '../../../kernel/records/id-lists.js';
import { placeCountsSql } from './count-places.js';
import { placeSetId, placesByComponent } from './derive-component-places.js';
import { accessPathsSql } from './access-paths.sql.js';
import { placesSql } from './places.sql.js';
import { publishedComponents } from './rebuild-index.js';
import { routeDatesSql } from './route-dates.sql.js';
import type { RowsSql } from './rows-sql.js';
import { storedPlacesSql, type ComponentPlaceRow } from './component-places.sql.js';

interface Compared {
  readonly table: string;
  /** Key columns; the others may differ. */
  readonly key: readonly string[];
  readonly values: readonly string[];
  readonly rows: RowsSql;
}

/** Compares the stored index with the records. Returns one line for each differing row, at most `limit`. */
export async function compareIndex(session: SqlSession, limit: number): Promise<readonly string[]> {
  const searches: readonly ((most: number) => Promise<readonly string[]>)[] = [
    (most) => wrongSets(session, most),
    ...comparedTables(session).map((compared) => (most: number) => differences(compared, session, most)),
    (most) => misplaced(session, most),
    (most) => lostPlaces(session, most),
  ];
  const lines: string[] = [];
  for (const search of searches)
    if (lines.length < limit)
      lines.push(...(await search(limit - lines.length)).slice(0, limit - lines.length));
  return lines;
}

const comparedTables = (session: SqlSession): readonly Compared[] => [
  {
    table: 'reach_opening',
    key: ['place_id', 'way', 'opener_id'],
    values: ['opens_at'],
    rows: accessPathsSql(session, 'all'),
  },
  {
    table: 'reach_place',
    key: ['id'],
    values: ['unset_from', 'passed_from', 'refused_from'],
    rows: placesSql(session, 'all'),
  },
  {
    table: 'place_count',
    key: ['dtype', 'place_id'],
    values: ['total'],
    rows: placeCountsSql(session, 'all'),
  },
  { table: 'reach_route', key: ['route_id'], values: ['opens_at'], rows: routeDatesSql(session, 'all') },
];

/**
 * Finds rows that exist on only one side: the stored or the expected rows. Both are grouped together rather than
 * joined, so the cost does not depend on the server's estimates. Values have a column for each side, because a server
 * may treat computed dates as text.
 */
async function differences(
  { table, key, values, rows }: Compared,
  session: SqlSession,
  limit: number,
): Promise<readonly string[]> {
  const shared = rows.columns.filter((column) => !values.includes(column)).join(', ');
  const listed = (prefix: string): string => values.map((column) => `${prefix}${column}`).join(', ');
  const nulls = values.map(() => 'null').join(', ');
  const differ = values.map((column) => {
    const [wanted, stored] = [`max(wanted_${column})`, `max(stored_${column})`];
    return `not (${wanted} = ${stored} or (${wanted} is null and ${stored} is null))`;
  });
  // Dates that exist on one side only are counted separately: a comparison with null finds no difference.
  const oneSided = values.map((column) => `count(wanted_${column}) <> count(stored_${column})`);
  const sql = `with recursive ${rows.tables},
side (${shared}, is_stored, ${listed('wanted_')}, ${listed('stored_')}) as (
  select ${shared}, 0, ${listed('')}, ${nulls} from (${rows.select}) w
  union all
  select ${shared}, 1, ${nulls}, ${listed('')} from ${session.table(table)}
)
select ${shared}, count(*) as sides, max(is_stored) as is_stored from side
group by ${shared} having count(*) = 1 or ${[...oneSided, ...differ].join(' or ')}
order by ${key.join(', ')} limit :limit`;
  const sides = new Map<string, Set<boolean>>();
  // An outdated row appears on both sides.
  for (const row of await session.all(sql, { ...rows.parameters, limit: 2 * limit })) {
    const name = key.map((column) => `${column} ${String(row[column])}`).join(', ');
    const known = sides.get(name) ?? new Set();
    if (Number(row.sides) === 2) known.add(false);
    sides.set(name, known.add(Number(row.is_stored) === 1));
  }
  return [...sides].map(([name, stored]) => {
    if (stored.size === 2) return `${table}: the row of ${name} is out of date`;
    return `${table}: the row of ${name} ${stored.has(true) ? 'belongs to nothing that is there' : 'is missing'}`;
  });
}

/** Finds sets whose id is not the hash of their places, and sets that no component uses. */
async function wrongSets(session: SqlSession, limit: number): Promise<readonly string[]> {
  const { table } = session;
  const sql = `select m.set_id as id, m.place_id as place_id,
  case when exists (select 1 from ${table('abstract_component')} c where c.place_id = m.set_id) then 1 else 0 end as is_used
from ${table('reach_place_set')} m order by m.set_id`;
  const sets = new Map<string, { readonly places: string[]; readonly isUsed: boolean }>();
  for (const row of await session.all<SetRow>(sql)) {
    const set = sets.get(row.id) ?? { places: [], isUsed: Number(row.is_used) === 1 };
    set.places.push(row.place_id);
    sets.set(row.id, set);
  }
  const lines: string[] = [];
  for (const [id, { places, isUsed }] of sets) {
    if (lines.length >= limit) break;
    if (placeSetId(places) !== id)
      lines.push(`reach_place_set: the places of the set ${id} are not those it was made of`);
    else if (!isUsed) lines.push(`reach_place_set: no component stands in the set ${id}`);
  }
  return lines;
}

interface SetRow extends SqlRow {
  readonly id: string;
  readonly place_id: string;
  readonly is_used: number | string;
}

/** Finds components whose place no longer exists: a set whose rows are gone. */
async function lostPlaces(session: SqlSession, limit: number): Promise<readonly string[]> {
  const { table } = session;
  const sql = `select c.id as id, c.place_id as place_id from ${table('abstract_component')} c
where c.place_id is not null and not exists (select 1 from ${table('reach_place')} y where y.id = c.place_id)
limit :limit`;
  return (await session.all(sql, { limit })).map(
    (row) =>
      `abstract_component: ${String(row.id)} is stored at ${String(row.place_id)}, which does not exist`,
  );
}

/** Finds components with a wrong stored place. */
async function misplaced(session: SqlSession, limit: number): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const ids of publishedComponents(session)) {
    const wanted = await placesByComponent(ids, session);
    const stored = await allForIds<ComponentPlaceRow & { readonly published_id: string }>(
      session,
      storedPlacesSql(session),
      { ids },
    );
    for (const { id, published_id: published, place_id: place } of stored) {
      const goal = wanted.get(published)?.id ?? null;
      if (goal !== place && lines.length < limit)
        lines.push(
          `abstract_component: ${id} is stored at ${place ?? 'no place'} and stands ${goal === null ? 'nowhere' : `at ${goal}`}`,
        );
    }
    if (lines.length >= limit) break;
  }
  return lines;
}
