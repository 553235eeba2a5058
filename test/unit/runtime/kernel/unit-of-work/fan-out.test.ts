import { describe, expect, test } from 'vitest';
import type { Change } from '../../../../../runtime/kernel/contract/records/change-set.js';
import {
  contentTags,
  created,
  deleted,
  fan,
  FUTURE,
  NOW,
  PAST,
  row,
  structureTags,
  to,
  notified,
  updated,
} from './stored-site.js';

const layout = row('Layout', 'l1');
const page = row('Page', 'p1', { layout: to(layout) });
const group = row('ComponentGroup', 'g1');
const otherGroup = row('ComponentGroup', 'g2');
const title = row('Title', 't1');
const position = row('ComponentPosition', 'cp1', { componentGroup: to(group), component: to(title) });

describe('a write (core.md 1.8)', () => {
  test('reports the row as created, updated or deleted, with its collection IRI and its item IRI', () => {
    const param = row('SiteConfigParameter', 'c');
    const all = fan([created(layout), updated(title, { title: 'A' }), deleted(param)]);
    expect(all.records.map(({ kind }) => kind)).toEqual(['created', 'updated', 'deleted']);
    expect(contentTags(all)).toEqual([
      '/_api/_/layouts',
      '/_api/_/layouts/l1',
      '/_api/component/titles',
      '/_api/component/titles/t1',
      '/_api/_/site_config_parameters',
      '/_api/_/site_config_parameters/c',
    ]);
  });

  test.each([
    ['created', created(position)],
    ['deleted', deleted(position)],
  ])('reports every record that a %s row references as related', (kind, change) => {
    expect(notified(fan([change])).sort()).toEqual(
      [
        `${kind} /_/component_positions/cp1`,
        'related /_/component_groups/g1',
        'related /component/titles/t1',
      ].sort(),
    );
  });

  test('reports targets without an inverse side as well if the row was created or deleted', () => {
    const route = row('Route', 'r1');
    const link = row('NavigationLink', 'n1', { route: to(route) });
    expect(notified(fan([created(link)]))).toContain('related /_/routes//r1');
    expect(fan([created(link)]).records.find(({ kind }) => kind === 'related')).toMatchObject({
      members: [],
    });
  });

  test('reports the old and the new target of a changed relation with an inverse side for an updated row', () => {
    expect(notified(fan([updated(position, { componentGroup: to(otherGroup) })]))).toEqual([
      'updated /_/component_positions/cp1',
      'related /_/component_groups/g1',
      'related /_/component_groups/g2',
    ]);
  });

  test('reports no targets of unchanged relations or relations without an inverse side for an updated row', () => {
    const renamed = updated(position, { pageDataProperty: 'image' });
    expect(notified(fan([renamed]))).toEqual(['updated /_/component_positions/cp1']);
    const link = row('NavigationLink', 'n1', { route: to(row('Route', 'r1')) });
    expect(notified(fan([updated(link, { route: null })]))).toEqual([
      'updated /component/navigation_links/n1',
    ]);
  });

  test('reports the record that lists a moved record', () => {
    const { records } = fan([updated(position, { sortValue: 4 })]);
    expect(records).toMatchObject([
      { kind: 'updated', fields: ['sortValue'] },
      { kind: 'related', reference: { id: 'g1' }, members: ['componentPositions'] },
    ]);
  });

  test.each([
    ['Page', 'pages', 'pages'],
    ['Layout', 'layouts', 'layouts'],
    ['Title', 'titles', 'components'],
  ])('reports a %s and the group if the link between them changes', (type, plural, member) => {
    const all = fan([updated(row(type, 'o1'), { componentGroups: [to(group)] })]);
    expect(all.records).toMatchObject([
      { kind: 'updated', fields: ['componentGroups'] },
      { kind: 'related', reference: { id: 'g1' }, members: [member] },
    ]);
    expect(contentTags(all).some((tag) => tag.endsWith(`/${plural}/o1`))).toBe(true);
  });

  test('reports derived records as updated', () => {
    const found = [to(row('Route', 'end'))];
    expect(notified(fan([created(row('Route', 'start'))], { found }))).toEqual([
      'created /_/routes//start',
      'related /_/routes//end',
    ]);
  });

  test('reports nothing if the write changes nothing', () => {
    expect(fan([])).toEqual({ records: [], tags: [] });
  });
});

describe('cache tags', () => {
  test('of a route with a new path include its old and its new IRI, and its id', () => {
    const all = fan([updated(row('Route', 'r1', { path: '/old' }), { path: '/new' })]);
    expect(contentTags(all)).toEqual([
      '/_api/_/routes',
      '/_api/_/routes//old',
      '/_api/_/routes/r1',
      '/_api/_/routes//new',
    ]);
  });

  test('include all documents with a record that becomes public or hidden, but not for new content of a published record', () => {
    const draft = row('Title', 't2', { publishedAt: null, publishedResource: to(title) });
    const visibility = (change: Change): boolean => fan([change]).tags.includes('visibility');
    expect(visibility(updated(row('Title', 't3', { publishedAt: null }), { publishedAt: PAST }))).toBe(true);
    expect(visibility(updated(title, { publishedAt: FUTURE }))).toBe(true);
    expect(visibility(updated(title, { publishedAt: NOW }))).toBe(false);
    expect(visibility(updated(draft, { publishedAt: FUTURE }))).toBe(false);
  });

  test('include the published record if the date of its draft changes, because its responses expire then', () => {
    const draft = row('Title', 't2', { publishedAt: null, publishedResource: to(title) });
    expect(notified(fan([updated(draft, { publishedAt: FUTURE })]))).toEqual([
      'updated /component/titles/t2',
      'related /component/titles/t1',
    ]);
    expect(notified(fan([updated(draft, { title: 'B' })]))).toEqual(['updated /component/titles/t2']);
  });

  test('include lists and manifests of records whose audience in lists changed', () => {
    expect(fan([updated(group, { location: 'x' })], { moved: [to(title)], tags: ['more'] }).tags).toEqual([
      '/_api/_/component_groups',
      '/_api/_/component_groups/g1',
      'structure:/_api/_/component_groups/g1',
      '/_api/component/titles',
      '/_api/component/titles/t1',
      'structure:/_api/component/titles/t1',
      'more',
      'all:/_api/_/component_groups',
      'structure:all:/_api/_/component_groups',
      'all:/_api/component/titles',
      'structure:all:/_api/component/titles',
    ]);
  });

  test('of a related record include its item, and not its collection', () => {
    expect(contentTags(fan([created(page)]))).toEqual([
      '/_api/_/pages',
      '/_api/_/pages/p1',
      '/_api/_/layouts/l1',
    ]);
  });

  test.each([
    ['content of a component', updated(title, { title: 'A' }), []],
    ['the UI component of a component', updated(title, { uiComponent: 'A' }), []],
    [
      'a relation that only its type has',
      updated(row('NavigationLink', 'n'), { route: to(row('Route', 'r')) }),
      [],
    ],
    ['publication', updated(title, { publishedAt: null }), ['/_api/component/titles/t1']],
    [
      'groups of a component',
      updated(title, { componentGroups: [to(group)] }),
      ['/_api/component/titles/t1', '/_api/_/component_groups/g1'],
    ],
    ['a new component', created(title), ['/_api/component/titles/t1']],
    [
      'the sort value of a position, and the group that lists it',
      updated(position, { sortValue: 4 }),
      ['/_api/_/component_positions/cp1', '/_api/_/component_groups/g1'],
    ],
    [
      'a slot of page data',
      updated(row('BlogArticleData', 'd'), { image: null, title: 'B' }),
      ['/_api/page_data/blog_article_datas/d'],
    ],
    [
      'the group of a new position, not the component in it',
      created(position),
      ['/_api/_/component_positions/cp1', '/_api/_/component_groups/g1'],
    ],
  ])('of manifests are invalidated only by changes of structure: %s', (_name, change, want) => {
    expect(structureTags(fan([change]))).toEqual(want);
  });
});

describe('realtime updates (realtime.md 2)', () => {
  test('have one entry per record, in the order created, updated, deleted', () => {
    const changes = [
      deleted(position),
      updated(title, { title: 'A' }),
      created(otherGroup),
      updated(group, { location: 'x' }),
    ];
    expect(notified(fan(changes))).toEqual([
      'created /_/component_groups/g2',
      'updated /component/titles/t1',
      'updated /_/component_groups/g1',
      'deleted /_/component_positions/cp1',
    ]);
  });

  test('include the group of a new position, which already lists it', () => {
    const related = fan([created(position)]).records.filter(({ kind }) => kind === 'related');
    expect(related).toMatchObject([
      { iri: '/_api/_/component_groups/g1', members: ['componentPositions'] },
      { iri: '/_api/component/titles/t1', members: ['componentPositions'] },
    ]);
  });

  test('include the old and the new redirect target of a changed route', () => {
    const [from, a, b] = [row('Route', 'from'), row('Route', 'a'), row('Route', 'b')];
    const change = updated({ ...from, values: { ...from.values, redirect: to(a) } }, { redirect: to(b) });
    expect(notified(fan([change]))).toEqual([
      'updated /_/routes//from',
      'related /_/routes//a',
      'related /_/routes//b',
    ]);
  });

  test('contain the plain IRI, also for a draft', () => {
    const [record] = fan([created(row('Title', 't1', { publishedAt: null }))]).records;
    expect(record).toMatchObject({ after: { iri: '/_api/component/titles/t1', version: 'draft' } });
  });

  test('include the published row of a new draft, with the member that only editors see', () => {
    const draft = row('Title', 'd', { publishedAt: null, publishedResource: to(title) });
    expect(fan([created(draft)]).records).toMatchObject([
      { kind: 'created', after: { version: 'draft' } },
      { kind: 'related', reference: { id: 't1' }, members: ['draftResource'] },
    ]);
  });
});
