import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { testTypes } from '../../support/test-types.js';
import { cascadeManifest } from '../cascades/types.js';
import { createSite } from '../routes/site.js';
import { exportOf } from './exported-site.js';

const known = new Set(cascadeManifest.resources.map(({ name }) => name));
const others = testTypes.resources.filter(({ name }) => !known.has(name));
const manifest = { ...cascadeManifest, resources: [...cascadeManifest.resources, ...others] };

let site: TestApp;
let group = '';
const PUBLISHED = '2024-01-01T00:00:00+00:00';

type Document = JsonObject & { readonly '@id': string };
const post = (path: string, body: JsonObject): Promise<Document> => site.create(path, body, 'superAdmin');

beforeAll(async () => {
  site = await startTestApp({ manifest });
  const layout = (await post('/_/layouts', { reference: 'main', uiComponent: 'CwaLayoutA' }))['@id'];
  const place = { reference: `top_${layout}`, location: layout, layouts: [layout] };
  group = (await post('/_/component_groups', place))['@id'];
});
afterAll(() => site.close());

/** Creates a component in the layout. */
async function aComponent(path: string, body: JsonObject): Promise<string> {
  const component = (await post(path, body))['@id'];
  await post('/_/component_positions', { componentGroup: group, component });
  return component;
}

async function change(sql: string, id: string): Promise<void> {
  await site.app.database.transaction((session) => session.run(sql, { id: id.slice(-36) }));
}

async function expectListed(line: string): Promise<void> {
  expect((await exportOf(site)).gaps).toContain(line);
}

describe('gaps of a record that are listed', () => {
  test('include a member that cannot be written', async () => {
    const specimen = await aComponent('/component/specimens', { name: 'numbered' });
    await change(`update ${site.app.database.table('specimens')} set serial = 'A1' where id = :id`, specimen);
    await expectListed(`Specimen ${specimen}: serial, because it cannot be set`);
  });

  test('include a route without a page, and references to it', async () => {
    const page = (await createSite(site).page({ reference: 'left' }))['@id'];
    const route = (await post('/_/routes', { path: '/nowhere', name: 'nowhere', page: String(page) }))['@id'];
    const redirect = (await post('/_/routes', { path: '/on', name: 'on', redirect: route }))['@id'];
    const link = await aComponent('/component/navigation_links', {
      label: 'On',
      rawPath: '/',
      route: redirect,
    });
    await change(
      `update ${site.app.database.table('page')} set route_id = null where id = :id`,
      String(page),
    );
    await expectListed('Route /nowhere: it leads to no page');
    await expectListed('Route /on: it leads to no page');
    await expectListed(
      `NavigationLink ${link}: route, because it refers to ${redirect}, which is outside the site`,
    );
  });

  test('include an empty position', async () => {
    const widget = (await post('/component/widgets', {}))['@id'];
    const position = await post('/_/component_positions', { componentGroup: group, component: widget });
    const table = site.app.database.table('component_position');
    await change(`update ${table} set component_id = null where id = :id`, position['@id']);
    await expectListed(`ComponentPosition ${position['@id']}: it is empty`);
  });

  test('include the groups of a draft that its published version does not have', async () => {
    const title = await aComponent('/component/titles', { title: 'Out', publishedAt: PUBLISHED });
    const { body: draft } = await site.patch(title, { title: 'Draft' }, { as: 'superAdmin' });
    const iri = String(draft['@id']);
    await post('/_/component_groups', { reference: `inner_${title}`, location: title, components: [title] });
    await expectListed(
      `Title ${iri}: the groups of this draft, which differ from those of its published version`,
    );
  });
});
