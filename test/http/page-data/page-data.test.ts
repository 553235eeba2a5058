import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CoreApp } from '../core/core-app.js';
import { ADMIN, startCoreApp, violations } from '../core/core-app.js';

let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp();
});
afterAll(() => app.close());

describe('POST /page_data/{plural}', () => {
  test('neither stores nor shows an undeclared member', async () => {
    const event = await app.anEvent({ reference: 'x', unknown: 1, widgetId: 'x', isTemplate: true });
    for (const member of ['reference', 'unknown', 'widgetId', 'isTemplate', 'uiComponent', 'id'])
      expect(event).not.toHaveProperty(member);
    const patched = await app.patch(event['@id'], { unknown: 2, startsOn: '2031-01-01' }, ADMIN);
    expect(patched.body).not.toHaveProperty('unknown');
    expect(patched.body.startsOn).toBe('2031-01-01');
  });

  test("has its own title, whatever the template's title is", async () => {
    const page = (await app.aPage({ isTemplate: true, title: 'Template' }))['@id'];
    expect((await app.anEvent({ page })).title).toBe('Unnamed Page');
    const named = await app.anEvent({ page, title: 'Own' });
    expect(named.title).toBe('Own');
    const refused = await app.patch(named['@id'], { title: null }, ADMIN);
    expect([refused.status, violations(refused)[0]?.[0]]).toEqual([422, 'title']);
    expect((await app.get(named['@id'])).body.title).toBe('Own');
  });

  test('requires a template', async () => {
    const refused = await app.post('/page_data/event_datas', { startsOn: '2030-01-01' }, ADMIN);
    expect([refused.status, violations(refused)]).toEqual([422, [['page', 'Please select a page template']]]);
  });

  test('rejects two parents, and a cycle of parents', async () => {
    const parentPage = (await app.aPage())['@id'];
    const parent = await app.anEvent();
    const both = await app.post(
      '/page_data/event_datas',
      { startsOn: '2030-01-01', page: parentPage, parentPage, parentPageData: parent['@id'] },
      ADMIN,
    );
    expect(violations(both)).toEqual([
      ['', 'A page can only have one parent: either a Page or a PageData, not both.'],
    ]);
    const child = await app.anEvent({ parentPageData: parent['@id'] });
    const cycle = await app.patch(parent['@id'], { parentPageData: child['@id'] }, ADMIN);
    expect(violations(cycle)).toEqual([
      ['parentPageData', 'Setting this parent would create a circular reference.'],
    ]);
  });
});

describe('slots', () => {
  test('hold components of their type, and accept null', async () => {
    const widget = (await app.aWidget())['@id'];
    const event = await app.anEvent({ widget });
    expect(event.widget).toBe(widget);
    const specimen = (await app.aSpecimen())['@id'];
    const refused = await app.patch(event['@id'], { widget: specimen }, ADMIN);
    expect([refused.status, violations(refused)[0]?.[0]]).toEqual([422, 'widget']);
    expect((await app.patch(event['@id'], { anything: specimen }, ADMIN)).body.anything).toBe(specimen);
    expect((await app.patch(event['@id'], { widget: null }, ADMIN)).body).not.toHaveProperty('widget');
  });

  test('count as uses, one per record and slot, and are emptied when the component is deleted', async () => {
    const widget = (await app.aWidget())['@id'];
    const event = await app.anEvent({ widget, anything: widget });
    await app.aPosition(await app.aGroup(), { component: widget });
    expect((await app.get(`${widget}/usage`, ADMIN)).body).toMatchObject({
      '@type': 'ComponentUsageMetadata',
      positionCount: 1,
      pageDataCount: 2,
      total: 3,
    });
    expect((await app.delete(widget, ADMIN)).status).toBe(204);
    const { body } = await app.get(event['@id']);
    expect(body).not.toHaveProperty('widget');
    expect(body).not.toHaveProperty('anything');
  });
});

describe('GET /_/page_data_metadatas', () => {
  const resourceClass = 'App\\Entity\\EventData';
  const properties = [
    { property: 'widget', componentShortName: 'Widget' },
    { property: 'pin', componentShortName: 'Pinned' },
    { property: 'anything', componentShortName: 'AbstractComponent' },
  ];

  test('lists every type with its slots in the order of the file', async () => {
    const { body } = await app.get('/_/page_data_metadatas');
    expect(body).toMatchObject({
      '@id': '/_api/_/page_data_metadatas',
      '@type': 'Collection',
      totalItems: 1,
    });
    expect(body['@context']).toMatchObject({ properties: 'PageDataMetadata/properties' });
    expect(body.member[0]).toMatchObject({ '@type': 'PageDataMetadata', resourceClass, properties });
    expect(body).not.toHaveProperty('view');
  });

  test.each(['App%5CEntity%5CEventData', 'EventData'])('returns one by the name %s', async (name) => {
    expect((await app.get(`/_/page_data_metadatas/${name}`)).body).toMatchObject({
      resourceClass,
      properties,
    });
  });

  test.each(['Widget', 'App%5CEntity%5CNothing', 'constructor'])('responds with 404 for %s', async (name) => {
    expect((await app.get(`/_/page_data_metadatas/${name}`)).status).toBe(404);
  });

  test('cannot be written', async () => {
    expect((await app.post('/_/page_data_metadatas', {}, ADMIN)).status).toBe(405);
  });

  test('is repeated on every record', async () => {
    const event = await app.anEvent();
    const { body } = await app.get(event['@id']);
    expect(body._metadata.pageDataMetadata).toEqual({ resourceClass, properties });
  });
});

describe('a dynamic position', () => {
  test('shows the slot of the record in the path header, and the stored component without one', async () => {
    const stored = await app.aWidget();
    const shown = await app.aWidget();
    const event = await app.anEvent({ widget: shown['@id'] });
    const position = await app.aPosition(await app.aGroup(), {
      component: stored['@id'],
      pageDataClass: 'App\\Entity\\EventData',
      pageDataProperty: 'widget',
    });
    const read = async (path?: string) =>
      app.get(position['@id'], path === undefined ? {} : { headers: { path } });
    const resolved = await read(event['@id']);
    expect(resolved.body.component).toBe(shown['@id']);
    expect(resolved.body._metadata).toMatchObject({
      isDynamicPosition: true,
      pageDataPath: event['@id'],
      staticComponent: stored['@id'],
    });
    expect(resolved.headers.get('vary')).toMatch(/\bpath\b/i);
    const plain = await read();
    expect(plain.body.component).toBe(stored['@id']);
    expect(plain.body._metadata).not.toHaveProperty('pageDataPath');
    expect((await read('/nowhere')).body.component).toBe(stored['@id']);
    await app.patch(event['@id'], { widget: null }, ADMIN);
    expect((await read(event['@id'])).body.component).toBe(stored['@id']);
    expect(plain.body).not.toHaveProperty('pageDataProperty');
    expect((await app.get(position['@id'], ADMIN)).body.pageDataProperty).toBe('widget');
  });
});
