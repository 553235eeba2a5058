import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredDocument } from '../../support/builders.js';
import { ADMIN, MISSING_ID, startCoreApp, violations } from './core-app.js';
import type { CoreApp } from './core-app.js';

let app: CoreApp;
let group: StoredDocument;
let widget: StoredDocument;
let pinned: StoredDocument;

beforeAll(async () => {
  app = await startCoreApp();
  group = await app.aGroup({ reference: 'main' });
  widget = await app.aWidget();
  pinned = await app.create('/component/pinned', {});
});
afterAll(() => app.close());

const PATH = '/_/component_positions';
const NEITHER = 'Please specify either a component or both pageDataProperty and pageDataClass.';
const PAIR = 'pageDataProperty and pageDataClass must both be set or both be null.';

const idOf = (document: StoredDocument): string => document['@id'].split('/').at(-1) ?? '';

async function storedClass(position: StoredDocument): Promise<unknown> {
  const { database } = app.app;
  const sql = `select page_data_class as name from ${database.table('component_position')} where id = :id`;
  return (await database.first(sql, { id: idOf(position) }))?.name;
}

describe('POST /_/component_positions', () => {
  test('returns the position, with the page data pair only for administrators', async () => {
    const body = {
      componentGroup: group['@id'],
      component: widget['@id'],
      pageDataProperty: 'widget',
      pageDataClass: 'App\\Entity\\EventData',
    };
    const { status, body: created } = await app.post(PATH, body, ADMIN);
    expect(status).toBe(201);
    expect(created).toMatchObject({
      '@type': 'ComponentPosition',
      ...body,
      sortValue: expect.any(Number),
      _metadata: { persisted: true, isDynamicPosition: true, staticComponent: widget['@id'] },
    });
    const seen = await app.get(created['@id']);
    expect([seen.body.pageDataProperty, seen.body.pageDataClass]).toEqual([undefined, undefined]);
    expect(seen.headers.get('vary')).toMatch(/\bpath\b/i);
    const { pageDataProperty } = (await app.get(created['@id'], ADMIN)).body;
    expect(pageDataProperty).toBe('widget');
  });

  test.each(['EventData', 'App\\Entity\\EventData', '\\App\\Entity\\EventData', 'Other\\EventData'])(
    'shows and stores one spelling of pageDataClass, whichever was sent: %s',
    async (pageDataClass) => {
      const position = await app.aPosition(group, { pageDataProperty: 'widget', pageDataClass });
      expect(position.pageDataClass).toBe('App\\Entity\\EventData');
      expect(await storedClass(position)).toBe('EventData');
    },
  );

  test('shows the canonical spelling of a stored class; sending it back changes nothing', async () => {
    const pair = { pageDataProperty: 'widget', pageDataClass: 'EventData' };
    const position = await app.aPosition(group, pair);
    await app.app.database.transaction((session) =>
      session.run(
        `update ${session.table('component_position')} set page_data_class = :stored where id = :id`,
        { stored: 'Old\\EventData', id: idOf(position) },
      ),
    );
    const { body } = await app.get(position['@id'], ADMIN);
    expect(body.pageDataClass).toBe('App\\Entity\\EventData');
    const list = await app.get(`${PATH}?perPage=100`, ADMIN);
    expect(list.text).not.toContain('Old\\\\EventData');
    const { pageDataClass } = body;
    const echoed = await app.patch(position['@id'], { pageDataClass }, ADMIN);
    expect(echoed.body.modifiedAt).toBe(body.modifiedAt);
    expect(await storedClass(position)).toBe('Old\\EventData');
  });

  test('a static position is not dynamic, and varies by the path header like every position', async () => {
    const position = await app.aPosition(group);
    expect(position._metadata.isDynamicPosition).toBe(false);
    expect((await app.get(position['@id'])).headers.get('vary')).toMatch(/\bpath\b/i);
  });

  test.each([
    ['nothing', {}, [['', NEITHER]]],
    ['only a property', { pageDataProperty: 'widget' }, [['', PAIR]]],
    ['only a class', { pageDataClass: 'EventData' }, [['', PAIR]]],
    [
      'an unknown class',
      { pageDataProperty: 'widget', pageDataClass: 'App\\NotAPageDataClass' },
      [['', '`App\\NotAPageDataClass` is not a known PageData resource class']],
    ],
    [
      'a class that is not page data',
      { pageDataProperty: 'label', pageDataClass: 'App\\Entity\\Widget' },
      [['', '`App\\Entity\\Widget` is not a known PageData resource class']],
    ],
    [
      'an unknown property',
      { pageDataProperty: 'notAProperty', pageDataClass: 'App\\Entity\\EventData' },
      [['', '`notAProperty` is not a component-typed property on `App\\Entity\\EventData`']],
    ],
    [
      'a property that is not a slot',
      { pageDataProperty: 'page', pageDataClass: 'EventData' },
      [['', '`page` is not a component-typed property on `EventData`']],
    ],
  ])('%s results in 422', async (_name, body, want) => {
    const response = await app.post(PATH, { componentGroup: group['@id'], ...body }, ADMIN);
    expect([response.status, violations(response)]).toEqual([422, want]);
  });

  test('a missing group results in 422 together with the class rules', async () => {
    expect(violations(await app.post(PATH, { component: widget['@id'] }, ADMIN))).toEqual([
      ['componentGroup', 'This value should not be null.'],
    ]);
    expect(violations(await app.post(PATH, {}, ADMIN))).toEqual([
      ['componentGroup', 'This value should not be null.'],
      ['', NEITHER],
    ]);
  });

  test('a component instead of a group results in 422', async () => {
    const response = await app.post(PATH, { componentGroup: widget['@id'], component: group['@id'] }, ADMIN);
    expect(violations(response).map(([path]) => path)).toEqual(['componentGroup', 'component', '']);
  });

  test('the group can be named by its reference', async () => {
    const position = await app.aPosition(group, { componentGroup: '/_/component_groups/main' });
    expect(position.componentGroup).toBe(group['@id']);
  });
});

describe('placement', () => {
  const place = (into: StoredDocument, body: object) =>
    app.post(PATH, { componentGroup: into['@id'], ...body }, ADMIN);

  test('rejects a type outside the list', async () => {
    const only = await app.aGroup({
      reference: 'only',
      allowedComponents: ['/component/pinned', 'Specimen'],
    });
    expect(violations(await place(only, { component: widget['@id'] }))).toEqual([
      [
        '',
        'The IRI `/_api/component/widgets` is not permitted to be added to the collection `only`. Allowed IRIs: /_api/component/pinned,/_api/component/specimens',
      ],
    ]);
    expect((await place(only, { component: pinned['@id'] })).status).toBe(201);
  });

  test('requires a list that names a position-restricted type', async () => {
    const message =
      'The IRI `/_api/component/pinned` must be specifically allowed within the collection main';
    expect(violations(await place(group, { component: pinned['@id'] }))).toEqual([['', message]]);
    const pair = { pageDataProperty: 'pin', pageDataClass: 'EventData' };
    expect(violations(await place(group, pair))).toEqual([['', message]]);
    expect((await place(group, { ...pair, component: widget['@id'] })).status).toBe(201);
    expect((await place(group, { pageDataProperty: 'anything', pageDataClass: 'EventData' })).status).toBe(
      201,
    );
  });

  test('of a position in a group that rejects it results in 422 and moves nothing', async () => {
    const closed = await app.aGroup({ allowedComponents: ['Pinned'] });
    const position = await app.aPosition(group);
    expect((await app.patch(position['@id'], { componentGroup: closed['@id'] }, ADMIN)).status).toBe(422);
    expect((await app.get(position['@id'])).body.componentGroup).toBe(group['@id']);
  });

  test('is not affected by later changes of the list', async () => {
    const later = await app.aGroup();
    const position = await app.aPosition(later);
    expect((await app.patch(later['@id'], { allowedComponents: ['Pinned'] }, ADMIN)).status).toBe(200);
    expect((await app.get(position['@id'])).status).toBe(200);
    expect((await app.get(later['@id'])).body.componentPositions).toEqual([]);
    expect(
      (await app.patch(later['@id'], { allowedComponents: [] }, ADMIN)).body.allowedComponents,
    ).toBeUndefined();
    expect((await app.get(later['@id'])).body.componentPositions).toEqual([position['@id']]);
  });
});

describe('the pair after a PATCH', () => {
  test('is validated in the merged state', async () => {
    const position = await app.aPosition(group, { pageDataProperty: 'widget', pageDataClass: 'EventData' });
    expect((await app.patch(position['@id'], { pageDataProperty: 'anything' }, ADMIN)).status).toBe(200);
    expect(violations(await app.patch(position['@id'], { pageDataClass: null }, ADMIN))).toEqual([
      ['', PAIR],
    ]);
    const none = { pageDataClass: null, pageDataProperty: null };
    expect((await app.patch(position['@id'], none, ADMIN)).body._metadata.isDynamicPosition).toBe(false);
    expect(violations(await app.patch(position['@id'], { component: null }, ADMIN))).toEqual([['', NEITHER]]);
  });
});

describe('componentPositions in the body of a component', () => {
  const WIDGETS = '/component/widgets';

  test('places the component, and the response lists the position', async () => {
    const target = await app.aGroup();
    const entry = { componentGroup: target['@id'], pageDataClass: 'ignored', component: 'ignored' };
    const { status, body } = await app.post(
      WIDGETS,
      { componentPositions: [entry, { ...entry, sortValue: 0 }] },
      ADMIN,
    );
    expect(status).toBe(201);
    expect(body.componentPositions).toHaveLength(2);
    expect((await app.get(body['@id'])).body).toEqual(body);
    const inOrder: string[] = (await app.get(target['@id'])).body.componentPositions;
    expect(new Set(inOrder)).toEqual(new Set(body.componentPositions));
    const values = await Promise.all(inOrder.map(async (iri) => (await app.get(iri)).body));
    expect(values).toMatchObject([
      { component: body['@id'], sortValue: 0 },
      { component: body['@id'], sortValue: 1 },
    ]);
  });

  test('moves the positions that are named by IRI, and keeps the others', async () => {
    const target = await app.aGroup();
    const position = await app.aPosition(target);
    const mine = await app.aWidget({ componentPositions: [{ componentGroup: target['@id'] }] });
    const { body } = await app.patch(mine['@id'], { componentPositions: [position['@id']] }, ADMIN);
    expect(new Set(body.componentPositions)).toEqual(new Set([...mine.componentPositions, position['@id']]));
    expect((await app.get(position['@id'])).body.component).toBe(mine['@id']);
    expect(
      (await app.patch(mine['@id'], { componentPositions: [] }, ADMIN)).body.componentPositions,
    ).toHaveLength(2);
  });

  test.for<[name: string, sent: unknown, path: string, message: string]>([
    [
      'no group',
      [{ sortValue: 1 }],
      'componentPositions[0].componentGroup',
      'This value should not be null.',
    ],
    [
      'a bad sort value',
      [{ componentGroup: 'GROUP', sortValue: 'x' }],
      'componentPositions[0].sortValue',
      'This value should be of type int.',
    ],
    ['a number', [5], 'componentPositions[0]', 'This value should be of type string|object.'],
    ['a list', [[]], 'componentPositions[0]', 'This value should be of type string|object.'],
    ['no list', 'x', 'componentPositions', 'This value should be of type array.'],
    [
      'a page',
      ['PAGE'],
      'componentPositions[0]',
      'This value should be the IRI of a resource of type ComponentPosition.',
    ],
  ])('%s rejects the whole request', async ([, sent, path, message]) => {
    const page = await app.aPage();
    const text = JSON.stringify(sent).replace('GROUP', group['@id']).replace('PAGE', page['@id']);
    const rows = await app.countRows();
    const response = await app.post(WIDGETS, `{"componentPositions":${text}}`, ADMIN);
    expect([response.status, violations(response)]).toEqual([422, [[path, message]]]);
    expect(await app.countRows()).toEqual(rows);
  });

  test('an invalid position after a valid one stores nothing', async () => {
    const closed = await app.aGroup({ allowedComponents: ['Pinned'] });
    const rows = await app.countRows();
    const entries = [{ componentGroup: group['@id'] }, { componentGroup: closed['@id'] }];
    const response = await app.post(WIDGETS, { componentPositions: entries }, ADMIN);
    expect(response.status).toBe(422);
    expect(violations(response)[0]?.[0]).toBe('');
    expect(await app.countRows()).toEqual(rows);
  });

  test.each([
    [`/_/component_positions/${MISSING_ID}`, `Item not found for "/_/component_positions/${MISSING_ID}".`],
    ['nonsense', 'Invalid IRI "nonsense" in "componentPositions".'],
  ])('%s results in 400', async (iri, detail) => {
    const response = await app.post(WIDGETS, { componentPositions: [iri] }, ADMIN);
    expect([response.status, response.body.detail]).toEqual([400, detail]);
  });
});

describe('DELETE /_/component_positions/{id}', () => {
  test('deletes the component only if it has no other use', async () => {
    const shared = await app.aWidget();
    const one = await app.aPosition(group, { component: shared['@id'] });
    const two = await app.aPosition(group, { component: shared['@id'] });
    await app.delete(one['@id'], ADMIN);
    expect((await app.get(shared['@id'])).status).toBe(200);
    await app.delete(two['@id'], ADMIN);
    expect((await app.get(shared['@id'])).status).toBe(404);
  });
});
