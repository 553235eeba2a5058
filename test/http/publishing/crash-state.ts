import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { UploadsApp } from '../uploads/support.js';

/** A leaflet with all responses about it. */
export interface Pair {
  live: string;
  readonly story: string;
  /** Ids of all its rows. */
  readonly rows: Set<string>;
  readonly positions: Set<string>;
  readonly groups: Set<string>;
  /** Contents that were sent, in order. */
  readonly versions: string[];
  /** The last version whose publication was acknowledged. */
  acknowledged: string;
  /** Whether filling the second slot of the page data was acknowledged. */
  hasSecond: boolean;
}

/** Other columns than the id exist only if the statement selects them. */
type Row = { readonly id: string } & Readonly<Record<string, string | null | undefined>>;

const idOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);
const ids = (iris: Iterable<string>): string[] => [...iris].map(idOf).sort();

/** Checks the invariants of stored rows and files after the server was killed at any time. */
export async function checkStored(pairs: readonly Pair[], app: UploadsApp): Promise<void> {
  const { database } = app.app;
  const table = (name: string): string => database.table(name);
  const all = (sql: string): Promise<Row[]> => database.all<Row>(sql);
  const leaflets = await all(
    `select t.id, t.headline, t.body, t.file_path as path, b.published_resource_id as published
from ${table('leaflets')} t join ${table('abstract_component')} b on b.id = t.id`,
  );
  const stories = await all(
    `select t.id, t.headline, t.body, t.lead_id as "lead", t.second_id as "second", b.published_resource_id as published
from ${table('leaflet_datas')} t join ${table('abstract_page_data')} b on b.id = t.id`,
  );
  await checkFiles(leaflets, app);
  checkVersions(leaflets, ({ headline, body }) => [headline, body]);
  checkVersions(stories, ({ headline, body }) => [headline, body]);
  await checkHalves(app);
  const positions = await all(`select id, component_id as component from ${table('component_position')}`);
  const owners = await all(
    `select component_group_id as id, component_id as component from ${table('component_component_group')}`,
  );
  for (const pair of pairs) {
    const rows = new Set(ids(pair.rows));
    const holders = (found: readonly Row[], wanted: Iterable<string>): string[] =>
      ids(wanted).filter((id) => found.some((row) => row.id === id && rows.has(row.component ?? '')));
    expect(holders(positions, pair.positions)).toEqual(ids(pair.positions));
    expect(holders(owners, pair.groups)).toEqual(ids(pair.groups));
    const own = stories.filter(({ id, published }) => [id, published].includes(idOf(pair.story)));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ lead }) => !rows.has(lead ?? ''))).toEqual([]);
    if (pair.hasSecond) expect(own.filter(({ second }) => !rows.has(second ?? ''))).toEqual([]);
    const standing = leaflets.filter(({ id, published }) => rows.has(id) && published === null);
    const oldest = pair.versions.indexOf(pair.acknowledged);
    expect(standing.map(({ headline }) => pair.versions.indexOf(headline ?? '') >= oldest)).toEqual([true]);
  }
}

/**
 * A version is stored completely or not at all, and never in both rows of a pair: that would be a merge that
 * kept its draft.
 */
function checkVersions(
  rows: readonly Row[],
  members: (row: Row) => readonly (string | null | undefined)[],
): void {
  const versions = rows.map((row) => {
    const [first, ...others] = members(row);
    expect(others).toEqual(others.map(() => first));
    return { id: row.id, version: first, published: row.published };
  });
  for (const { version, published } of versions.filter((row) => row.published != null)) {
    const live = versions.filter(({ id }) => id === published);
    expect(live).toHaveLength(1);
    expect(live[0]?.version).not.toBe(version);
  }
  const drafts = versions.flatMap(({ published }) => published ?? []);
  expect(new Set(drafts).size).toBe(drafts.length);
}

/** Every path in a row is a file of that row alone, with the content of the version. */
async function checkFiles(leaflets: readonly Row[], { folders }: UploadsApp): Promise<void> {
  const paths = leaflets.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const { path, headline } of leaflets) {
    expect(await readFile(join(folders.private, path ?? ''), 'utf8')).toBe(headline);
  }
}

/** Every base row has a row of its type, and the reverse. */
async function checkHalves({ app: { database } }: UploadsApp): Promise<void> {
  for (const [base, own, type] of [
    ['abstract_component', 'leaflets', 'Leaflet'],
    ['abstract_page_data', 'leaflet_datas', 'LeafletData'],
  ] as const) {
    const [left, right] = [database.table(base), database.table(own)];
    const halves = await database.all(
      `select b.id as id from ${left} b where b.dtype = '${type}' and not exists (select 1 from ${right} t where t.id = b.id)
union all
select t.id as id from ${right} t where not exists (select 1 from ${left} b where b.id = t.id and b.dtype = '${type}')`,
    );
    expect(halves).toEqual([]);
  }
}

/** Counts the drafts of published rows whose publication date has passed. */
export async function countDue({ app: { database } }: UploadsApp): Promise<number> {
  const count = (base: string): string =>
    `(select count(*) from ${database.table(base)} where published_resource_id is not null and published_at <= :now)`;
  const now = database.dialect.encode('datetime', new Date());
  const row = await database.first<{ total: number | string }>(
    `select ${count('abstract_component')} + ${count('abstract_page_data')} as total`,
    { now },
  );
  return Number(row?.total);
}

/** Returns the row in the page data: the published one, or the draft that replaced it. */
export async function findLive(pair: Pair, { app: { database } }: UploadsApp): Promise<string> {
  const sql = `select lead_id as "lead" from ${database.table('leaflet_datas')} where id = :id`;
  const row = await database.first<{ lead: string }>(sql, { id: idOf(pair.story) });
  return `${pair.live.slice(0, pair.live.lastIndexOf('/'))}/${row?.lead}`;
}
