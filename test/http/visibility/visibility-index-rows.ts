import type { SqlSession } from '../../../runtime/kernel/contract/database/database.js';
import type { ResourceRegistry } from '../../../runtime/kernel/metadata/resource-registry.js';

/** A page or page data record, from its rows. */
export interface Node {
  readonly id: string;
  readonly isData: boolean;
  readonly isDraft: boolean;
  readonly route: string | null;
  readonly parent: string | null;
  /** For pages. */
  readonly layout: string | null;
  /** For page data. */
  readonly template: string | null;
  readonly isReachable: boolean;
}

export interface RouteRow {
  readonly id: string;
  readonly redirect: string | null;
  /** In milliseconds. */
  readonly liveAt: number | null;
}

/** A containment: an owner contains a group, a group a component, a record a component. */
type Link = readonly [holder: string, held: string];

/** All rows from which visibility is derived. */
export interface BaseRows {
  readonly nodes: readonly Node[];
  readonly routes: readonly RouteRow[];
  readonly layouts: readonly string[];
  /** Components by id, each with its published version, which may be itself. */
  readonly components: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
  readonly positions: readonly Link[];
  readonly ownedByRecords: readonly Link[];
  readonly ownedByComponents: readonly Link[];
  readonly slots: readonly Link[];
}

/** The stored visibility rows as text that is equal on every database. */
export interface ReachRows {
  readonly openings: readonly string[];
  readonly places: readonly string[];
  readonly routes: readonly string[];
  readonly standing: readonly string[];
  readonly counts: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

const idOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const keyOf = (value: unknown): string => String(value);

function timeOf(value: unknown, { dialect }: SqlSession): number | null {
  const date = dialect.decode('datetime', value ?? null);
  return date instanceof Date ? date.getTime() : null;
}

export async function readBaseRows(session: SqlSession, registry: ResourceRegistry): Promise<BaseRows> {
  const all = (columns: string, name: string): Promise<Row[]> =>
    session.all(`select ${columns} from ${session.table(name)}`);
  const links = async (name: string, holder: string, held: string): Promise<Link[]> =>
    (await all(`${holder}, ${held}`, name)).map((row) => [keyOf(row[holder]), keyOf(row[held])]);
  const shared = 'id, route_id, parent_page_id, parent_page_data_id, is_reachable_without_route';
  const pages = await all(`${shared}, layout_id`, 'page');
  const data = await all(`${shared}, page_id, published_resource_id`, 'abstract_page_data');
  const components = await all('id, dtype, published_resource_id', 'abstract_component');
  return {
    nodes: [
      ...pages.map((row) => nodeOf(row, { isData: false, session })),
      ...data.map((row) => nodeOf(row, { isData: true, session })),
    ],
    routes: (await all('id, redirect_id, live_at', 'route')).map((row) => ({
      id: keyOf(row.id),
      redirect: idOf(row.redirect_id),
      liveAt: timeOf(row.live_at, session),
    })),
    layouts: (await all('id', 'layout')).map(({ id }) => keyOf(id)),
    components: new Map(
      components.map((row) => [keyOf(row.id), idOf(row.published_resource_id) ?? keyOf(row.id)]),
    ),
    types: new Map(components.map((row) => [keyOf(row.id), keyOf(row.dtype)])),
    positions: (await all('component_group_id, component_id', 'component_position')).flatMap((row): Link[] =>
      row.component_id === null ? [] : [[keyOf(row.component_group_id), keyOf(row.component_id)]],
    ),
    ownedByRecords: [
      ...(await links('page_component_group', 'page_id', 'component_group_id')),
      ...(await links('layout_component_group', 'layout_id', 'component_group_id')),
    ],
    ownedByComponents: await links('component_component_group', 'component_id', 'component_group_id'),
    slots: await readSlots(session, registry),
  };
}

function nodeOf(
  row: Row,
  { isData, session }: { readonly isData: boolean; readonly session: SqlSession },
): Node {
  return {
    id: keyOf(row.id),
    isData,
    isDraft: idOf(row.published_resource_id) !== null,
    route: idOf(row.route_id),
    parent: idOf(row.parent_page_id) ?? idOf(row.parent_page_data_id),
    layout: idOf(row.layout_id),
    template: idOf(row.page_id),
    isReachable: session.dialect.decode('boolean', row.is_reachable_without_route) === true,
  };
}

/** Reads the tables of the types, from whose columns the stored slots are derived. */
async function readSlots(session: SqlSession, registry: ResourceRegistry): Promise<Link[]> {
  const slots: Link[] = [];
  for (const { kind, table, ownFields } of registry.all) {
    if (kind !== 'page_data') continue;
    for (const field of ownFields) {
      if (field.kind !== 'to-one') continue;
      const column = session.dialect.quote(field.column);
      const rows = await session.all(`select id, ${column} as held from ${session.table(table)}`);
      for (const { id, held } of rows) if (typeof held === 'string') slots.push([keyOf(id), held]);
    }
  }
  return slots;
}

/** Returns the stored rows. A set of places is named after its members. */
export async function readReachRows(session: SqlSession): Promise<ReachRows> {
  const { table } = session;
  const members = new Map<string, string[]>();
  const sets = `select set_id, place_id from ${table('reach_place_set')} order by set_id, place_id`;
  for (const row of await session.all(sets))
    members.set(keyOf(row.set_id), [...(members.get(keyOf(row.set_id)) ?? []), keyOf(row.place_id)]);
  const nameOf = (place: unknown): string => members.get(keyOf(place))?.sort().join('+') ?? keyOf(place);
  const time = (value: unknown): string => String(timeOf(value, session));
  const openings = await session.all(
    `select place_id, opener_id, way, route_id, opens_at from ${table('reach_opening')}`,
  );
  const places = await session.all(
    `select id, unset_from, passed_from, refused_from from ${table('reach_place')}`,
  );
  const routes = await session.all(`select route_id, opens_at from ${table('reach_route')}`);
  const standing = await session.all(`select id, place_id from ${table('abstract_component')}`);
  const counts = await session.all(`select dtype, place_id, total from ${table('place_count')}`);
  return {
    openings: openings
      .map((row) =>
        [nameOf(row.place_id), row.way, row.opener_id, String(row.route_id), time(row.opens_at)].join(' '),
      )
      .sort(),
    places: places
      .map((row) =>
        [nameOf(row.id), time(row.unset_from), time(row.passed_from), time(row.refused_from)].join(' '),
      )
      .sort(),
    routes: routes.map((row) => `${keyOf(row.route_id)} ${time(row.opens_at)}`).sort(),
    standing: standing
      .map(({ id, place_id: place }) => `${keyOf(id)} ${place === null ? 'nowhere' : nameOf(place)}`)
      .sort(),
    counts: counts.map((row) => `${keyOf(row.dtype)} ${nameOf(row.place_id)} ${String(row.total)}`).sort(),
  };
}
