import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, startCoreApp, violations } from './core-app.js';
import type { CoreApp } from './core-app.js';

let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp();
});
afterAll(() => app.close());

const PATH = '/_/component_groups';

describe('component groups', () => {
  test('require a unique reference and a location', async () => {
    expect(violations(await app.post(PATH, {}, ADMIN))).toEqual([
      ['reference', 'The reference cannot be blank.'],
      ['location', 'The location cannot be blank.'],
    ]);
    const { reference } = await app.aGroup();
    expect(violations(await app.post(PATH, { reference, location: 'x' }, ADMIN))).toEqual([
      ['reference', 'There is already a ComponentGroup resource with that reference.'],
    ]);
  });

  test('are addressed by reference or id for every method', async () => {
    const page = await app.aPage();
    const reference = `primary_${page['@id']}`;
    const group = await app.aGroup({
      reference,
      location: page['@id'],
      pages: [page['@id']],
      allowedComponents: null,
    });
    expect(group['@id']).toMatch(/\/_\/component_groups\/[0-9a-f-]{36}$/);
    for (const address of [
      group['@id'],
      `${PATH}/${reference}`,
      `${PATH}/${encodeURIComponent(reference)}`,
    ]) {
      expect((await app.get(address)).body['@id']).toBe(group['@id']);
    }
    expect((await app.patch(`${PATH}/${reference}`, { location: 'moved' }, ADMIN)).body.location).toBe(
      'moved',
    );
    expect((await app.delete(`${PATH}/${reference}`, ADMIN)).status).toBe(204);
    expect((await app.get(group['@id'])).status).toBe(404);
  });

  test('with a reference that looks like the id of another group take precedence', async () => {
    const other = await app.aGroup();
    const named = await app.aGroup({ reference: other['@id'].slice(-36) });
    expect((await app.get(`${PATH}/${other['@id'].slice(-36)}`)).body['@id']).toBe(named['@id']);
  });

  test.each([
    ['a collection IRI', ['/component/widgets'], ['/_api/component/widgets']],
    ['an IRI with the prefix', ['/_api/component/widgets'], ['/_api/component/widgets']],
    ['a type name', ['Widget'], ['/_api/component/widgets']],
    [
      'a class',
      ['App\\Entity\\Widget', 'Other\\Pinned'],
      ['/_api/component/widgets', '/_api/component/pinned'],
    ],
    ['duplicate entries', ['Widget', '/component/widgets'], ['/_api/component/widgets']],
    ['an empty list', [], undefined],
    ['null', null, undefined],
  ])('allowedComponents accepts %s', async (_name, sent, shown) => {
    const group = await app.aGroup({ allowedComponents: sent });
    expect(group.allowedComponents).toEqual(shown);
  });

  test.each(['/component/unknown', 'Unknown', 'App\\Unknown', '/_api/_/pages', 'EventData', '', '/'])(
    'allowedComponents rejects %j, which names no component type',
    async (entry) => {
      const body = { reference: 'r', location: 'l', allowedComponents: ['Widget', entry] };
      const response = await app.post(PATH, body, ADMIN);
      expect(response.status).toBe(422);
      expect(violations(response)).toEqual([
        [
          'allowedComponents[1]',
          `\`${entry}\` is not a component type. Name a type or the IRI of its collection.`,
        ],
      ]);
    },
  );

  test('allowedComponents can be sent back with a type that no longer exists', async () => {
    const group = await app.aGroup({ allowedComponents: ['Widget'] });
    const stored = ['/_api/component/gone', '/_api/component/widgets'];
    await app.app.database.transaction((session) =>
      session.run(
        `update ${session.table('component_group')} set allowed_components = :stored where reference = :reference`,
        { stored: session.dialect.encode('json', stored), reference: String(group.reference) },
      ),
    );
    const kept = await app.patch(group['@id'], { allowedComponents: stored }, ADMIN);
    expect([kept.status, kept.body.allowedComponents]).toEqual([200, stored]);
  });

  test('entries of allowedComponents are strings', async () => {
    const response = await app.post(
      PATH,
      { reference: 'r', location: 'l', allowedComponents: ['Widget', 5, null] },
      ADMIN,
    );
    expect(violations(response)).toEqual([
      ['allowedComponents[1]', 'This value should be of type string.'],
      ['allowedComponents[2]', 'This value should be of type string.'],
    ]);
  });

  test('list their owners, and lists replace them', async () => {
    const [page, other, layout, widget] = [
      await app.aPage(),
      await app.aPage(),
      await app.aLayout(),
      await app.aWidget(),
    ];
    const group = await app.aGroup({
      pages: [page['@id']],
      layouts: [layout['@id']],
      components: [widget['@id']],
    });
    expect(group).toMatchObject({
      pages: [page['@id']],
      layouts: [layout['@id']],
      components: [widget['@id']],
    });
    expect((await app.get(widget['@id'])).body.componentGroups).toEqual([group['@id']]);
    const { body } = await app.patch(group['@id'], { pages: [other['@id']] }, ADMIN);
    expect([body.pages, body.layouts]).toEqual([[other['@id']], [layout['@id']]]);
    expect((await app.get(page['@id'])).body.componentGroups).toEqual([]);
  });

  test('deleted with DELETE delete their positions and components without other uses', async () => {
    const [group, other] = [await app.aGroup(), await app.aGroup()];
    const position = await app.aPosition(group);
    const shared = await app.aPosition(group);
    await app.aPosition(other, { component: shared.component });
    expect((await app.delete(group['@id'], ADMIN)).status).toBe(204);
    expect((await app.get(position['@id'])).status).toBe(404);
    expect((await app.get(position.component)).status).toBe(404);
    expect((await app.get(shared.component)).status).toBe(200);
  });

  test('run the same number of statements for a change that keeps the positions, however many there are', async () => {
    const count = async (size: number): Promise<number> => {
      const group = await app.aGroup();
      const list: string[] = [];
      for (let index = 0; index < size; index += 1) list.push((await app.aPosition(group))['@id']);
      app.takeStatements();
      const response = await app.patch(group['@id'], { location: 'x', componentPositions: list }, ADMIN);
      expect(response.body.componentPositions).toEqual(list);
      return app.takeStatements().length;
    };
    expect(await count(9)).toBe(await count(1));
  });
});

describe('site config parameters', () => {
  const CONFIG = '/_/site_config_parameters';

  test('are created, read, renamed, replaced and deleted by key', async () => {
    const created = await app.create(CONFIG, { key: 'siteName', value: 'Mine' });
    expect(created).toMatchObject({
      '@context': '/_api/contexts/SiteConfigParameter',
      '@id': `/_api${CONFIG}/siteName`,
      '@type': 'SiteConfigParameter',
      key: 'siteName',
      value: 'Mine',
    });
    expect((await app.get(`${CONFIG}/siteName`, ADMIN)).body.value).toBe('Mine');
    const renamed = await app.patch(`${CONFIG}/siteName`, { key: 'title' }, ADMIN);
    expect([renamed.status, renamed.body['@id']]).toEqual([200, `/_api${CONFIG}/title`]);
    expect((await app.get(`${CONFIG}/siteName`, ADMIN)).status).toBe(404);
    const replaced = await app.put(`${CONFIG}/title`, { value: { a: [1, null] } }, ADMIN);
    expect([replaced.body.key, replaced.body.value]).toEqual(['title', { a: [1, null] }]);
    expect((await app.put(`${CONFIG}/title`, { key: 'other' }, ADMIN)).body).toMatchObject({ key: 'other' });
    expect((await app.delete(`${CONFIG}/other`, ADMIN)).status).toBe(204);
    expect((await app.get(`${CONFIG}/other`, ADMIN)).status).toBe(404);
  });

  test('have a unique key that is not blank', async () => {
    await app.create(CONFIG, { key: 'once' });
    await app.create(CONFIG, { key: 'second' });
    const taken = [['key', 'This value is already used.']];
    expect(violations(await app.post(CONFIG, { key: 'once' }, ADMIN))).toEqual(taken);
    expect(violations(await app.patch(`${CONFIG}/second`, { key: 'once' }, ADMIN))).toEqual(taken);
    expect(violations(await app.post(CONFIG, {}, ADMIN))).toEqual([
      ['key', 'This value should not be blank.'],
    ]);
    expect(violations(await app.post(CONFIG, { key: 'n', value: 5 }, ADMIN))).toEqual([
      ['value', 'This value should be of type string|array|object.'],
    ]);
  });

  test('are listed by key, complete, for everyone', async () => {
    for (let index = 0; index < 35; index += 1)
      await app.create(CONFIG, { key: `k${index + 10}`, value: [index] });
    const { status, body } = await app.get(CONFIG);
    expect(status).toBe(200);
    const keys = body.member
      .map(({ key }: { key: string }) => key)
      .filter((key: string) => key.startsWith('k'));
    expect(keys).toEqual(Array.from({ length: 35 }, (_entry, index) => `k${index + 10}`));
    expect(body.view).toBeUndefined();
  });
});

describe('page data metadatas', () => {
  const METADATA = '/_/page_data_metadatas';
  const PROPERTIES = [
    { property: 'widget', componentShortName: 'Widget' },
    { property: 'pin', componentShortName: 'Pinned' },
    { property: 'anything', componentShortName: 'AbstractComponent' },
  ];

  test('list the slots of every page data type', async () => {
    const { status, body } = await app.get(METADATA);
    expect(status).toBe(200);
    expect(body).toMatchObject({ '@id': `/_api${METADATA}`, '@type': 'Collection', totalItems: 1 });
    expect(body['@context']).toMatchObject({ properties: 'PageDataMetadata/properties' });
    expect(body.member).toMatchObject([
      {
        '@id': `/_api${METADATA}/App%5CEntity%5CEventData`,
        '@type': 'PageDataMetadata',
        resourceClass: 'App\\Entity\\EventData',
        properties: PROPERTIES,
      },
    ]);
  });

  test.each(['App%5CEntity%5CEventData', 'EventData', 'Other%5CEventData'])('%s names one', async (name) => {
    const { status, body } = await app.get(`${METADATA}/${name}`);
    expect([status, body.resourceClass, body.properties]).toEqual([
      200,
      'App\\Entity\\EventData',
      PROPERTIES,
    ]);
  });

  test('other names result in 404 and writes in 405', async () => {
    const unknown = await app.get(`${METADATA}/App%5CUnknown`);
    expect([unknown.status, unknown.body.detail]).toEqual([404, '`App\\Unknown` was not found']);
    const widget = await app.get(`${METADATA}/Widget`);
    expect([widget.status, widget.body.detail]).toEqual([
      404,
      'Resource class `Widget` is not a valid page data resource',
    ]);
    expect((await app.post(METADATA, {}, ADMIN)).status).toBe(405);
  });
});
