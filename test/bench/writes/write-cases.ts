import { idOf } from '../content/content-ids.js';
import type { RecordedStatement } from '../servers/messages.js';

/** A write that affects many records, and a plain update of the same number of rows. */
export interface WriteCase {
  readonly title: string;
  readonly rounds: number;
  /** Prepares the site so that the write has an effect. Not measured. */
  readonly prepare?: () => WriteRequest;
  readonly request: (round: number) => WriteRequest;
  readonly bare: (round: number) => RecordedStatement;
}

export interface WriteRequest {
  readonly method: 'PATCH' | 'POST';
  /** Below the prefix of the service. */
  readonly path: string;
  readonly body: object;
}

export interface WriteSite {
  readonly databaseName: 'postgres' | 'sqlite';
  readonly tablePrefix: string;
  readonly apiPrefix: string;
  readonly pages: number;
  readonly nestedTexts: number;
}

const PAST = '2026-01-01T00:00:00+00:00';
const FUTURE = '2999-01-01T00:00:00+00:00';

/** Writes on a site whose pages are below one page and share one layout. */
export function createWriteCases(site: WriteSite): readonly WriteCase[] {
  const { apiPrefix, pages, nestedTexts } = site;
  const bare = bareStatements(site);
  const route = (page: number): string => `/_/routes/${idOf('route', page)}`;
  const iri = (collection: string, id: string): string => `${apiPrefix}/${collection}/${id}`;
  const single = Math.floor(pages / 2);
  return [
    {
      title: `renaming the root of ${pages} pages`,
      rounds: 3,
      request: (round) => patch(route(1), { path: `/renamed-${round}`, cascadeChildPaths: true }),
      bare: () => bare.paths(),
    },
    {
      title: `scheduling the parent of ${pages} pages`,
      rounds: 5,
      prepare: () => patch(route(1), { liveAt: PAST }),
      request: () => patch(route(1), { liveAt: FUTURE }),
      bare: (round) => bare.pages(round),
    },
    {
      title: `publishing the parent of ${pages} pages`,
      rounds: 5,
      prepare: () => patch(route(1), { liveAt: FUTURE }),
      request: () => patch(route(1), { liveAt: PAST }),
      bare: (round) => bare.pages(round),
    },
    {
      title: `moving a group with ${nestedTexts} nested components`,
      rounds: 6,
      request: (round) =>
        patch(`/_/component_groups/${idOf('nestedGroup', 1)}`, {
          pages: [iri('_/pages', idOf('page', round % 2 === 0 ? 2 : 1))],
        }),
      bare: (round) => bare.nested(round),
    },
    {
      title: `publishing one of ${pages} pages of a layout`,
      rounds: 10,
      prepare: () => patch(route(single), { liveAt: FUTURE }),
      request: () => patch(route(single), { liveAt: PAST }),
      bare: (round) => bare.page(single, round),
    },
    {
      title: 'POST of a position',
      rounds: 10,
      request: (round) => ({
        ...{ method: 'POST', path: '/_/component_positions' },
        body: {
          componentGroup: iri('_/component_groups', idOf('group', single)),
          component: iri('component/titles', idOf('text', round + 1)),
        },
      }),
      bare: (round) => bare.page(single, round),
    },
  ];
}

function patch(path: string, body: object): WriteRequest {
  return { method: 'PATCH', path, body };
}

function bareStatements({ databaseName, tablePrefix }: WriteSite) {
  const mark = (number: number): string => (databaseName === 'postgres' ? `$${number}` : '?');
  const table = (name: string): string => tablePrefix + name;
  const setStamp = (name: string, where: string, values: readonly unknown[]): RecordedStatement => ({
    text: `update ${table(name)} set modified_at = ${mark(1)} where ${where}`,
    values,
  });
  return {
    /** Every path gets longer, in the table and its unique index. */
    paths: (): RecordedStatement => ({
      text: `update ${table('route')} set route = '/bare' || route where id in (select route_id from ${table('page')})`,
      values: [],
    }),
    pages: (round: number) => setStamp('page', 'route_id is not null', [stamp(round)]),
    page: (page: number, round: number) =>
      setStamp('page', `id = ${mark(2)}`, [stamp(round), idOf('page', page)]),
    nested: (round: number) =>
      setStamp(
        'abstract_component',
        `id in (
          select p.component_id
          from ${table('component_position')} p
          join ${table('component_group')} g on g.id = p.component_group_id
          where g.location = 'nested'
        )`,
        [stamp(round)],
      ),
  };
}

/** A date in the format of both databases. */
function stamp(round: number): string {
  return new Date(Date.UTC(2026, 0, 2, 0, 0, round)).toISOString().replace('T', ' ').replace('Z', ' +00:00');
}
