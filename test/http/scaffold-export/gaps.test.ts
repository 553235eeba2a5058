import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { testTypes } from '../../support/test-types.js';
import { cascadeManifest } from '../cascades/types.js';
import { dataUri, startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { exportOf } from './exported-site.js';

const known = new Set(cascadeManifest.resources.map(({ name }) => name));
const others = testTypes.resources.filter(({ name }) => !known.has(name));
const manifest = { ...cascadeManifest, resources: [...cascadeManifest.resources, ...others] };

let site: UploadsApp;
let copy: UploadsApp;
beforeAll(async () => {
  site = await startUploadsApp({ manifest });
  copy = await startUploadsApp({ manifest });
});
afterAll(async () => {
  await site.close();
  await copy.close();
});

type Document = JsonObject & { readonly '@id': string };
let count = 0;
const post = (path: string, body: JsonObject): Promise<Document> => site.create(path, body, 'superAdmin');

async function aPage(body: JsonObject = {}): Promise<Document> {
  count += 1;
  const layout = await post('/_/layouts', { reference: `layout-${count}`, uiComponent: 'CwaLayoutA' });
  return post('/_/pages', {
    ...{ reference: `page-${count}`, uiComponent: 'CwaPageA', isTemplate: false, layout: layout['@id'] },
    ...body,
  });
}

async function aGroup(page: Document, body: JsonObject = {}): Promise<Document> {
  count += 1;
  const location = page['@id'];
  return post('/_/component_groups', {
    ...{ reference: `group${count}_${location}`, location, pages: [location] },
    ...body,
  });
}

const place = (group: Document, component: Document): Promise<Document> =>
  post('/_/component_positions', { componentGroup: group['@id'], component: component['@id'] });

/** Returns the gaps of an export of the current site. */
const gaps = async (): Promise<readonly string[]> => (await exportOf(site)).gaps;

async function expectListed(line: string): Promise<void> {
  expect(await gaps()).toContain(line);
}

describe('the list of gaps in an export', () => {
  test('names records by their number, without their content', async () => {
    expect((await gaps()).some((line) => line.startsWith('Enquiry'))).toBe(false);
    for (const name of ['ann', 'ben']) await post('/record/enquiries', { email: `${name}@example.com` });
    await expectListed('Enquiry: records are part of no page, and there are 2');
    expect((await gaps()).join()).not.toContain('@example.com');
  });

  test('names a shared group that is exported with another owner', async () => {
    const [one, other] = [await aPage(), await aPage()];
    const group = await aGroup(one, { pages: [one['@id'], other['@id']] });
    await expectListed(
      `ComponentGroup ${group['@id']}: that it is shared by Page ${other['@id']}, because its location is another owner`,
    );
  });

  test('names a group that is exported with none of its owners', async () => {
    const [one, other] = [await aPage(), await aPage()];
    const group = await aGroup(one, { reference: `far_${other['@id']}`, location: other['@id'] });
    await expectListed(
      `ComponentGroup ${group['@id']}: its location ${other['@id']}, which is none of its owners`,
    );
  });

  test('names a group whose reference differs from its name and location', async () => {
    const group = await aGroup(await aPage(), { reference: 'plain' });
    await expectListed(
      `ComponentGroup ${group['@id']}: its reference "plain", which is not a name followed by _ and its location`,
    );
  });

  test('names an allowed type that does not exist', async () => {
    const group = await aGroup(await aPage());
    const { database } = site.app;
    await database.transaction((session) =>
      session.run(
        `update ${database.table('component_group')} set allowed_components = :list where id = :id`,
        { list: '["/_api/component/gone"]', id: group['@id'].slice(-36) },
      ),
    );
    await expectListed(
      `ComponentGroup ${group['@id']}: the allowed type /_api/component/gone, which is not a type of the project`,
    );
  });

  test('names the fallback component of a dynamic position', async () => {
    const group = await aGroup(await aPage({ isTemplate: true }));
    const widget = await post('/component/widgets', {});
    const position = await post('/_/component_positions', {
      ...{ componentGroup: group['@id'], component: widget['@id'] },
      ...{ pageDataClass: 'EventData', pageDataProperty: 'widget' },
    });
    const shown = `ComponentPosition ${position['@id']}: its fallback Widget, shown where page data has no widget`;
    await expectListed(shown);
  });

  test('names a position whose component its group no longer allows', async () => {
    const group = await aGroup(await aPage());
    const position = await place(group, await post('/component/widgets', {}));
    const allowedComponents = ['/_api/component/titles'];
    const { status } = await site.patch(group['@id'], { allowedComponents }, { as: 'superAdmin' });
    expect(status).toBe(200);
    await expectListed(`ComponentPosition ${position['@id']}: its group no longer allows Widget`);
  });

  test('names a value that a scaffold would misinterpret', async () => {
    const settings = { kind: 'local-file', path: 'notes.txt' };
    const specimen = await post('/component/specimens', { name: 'odd', settings });
    await place(await aGroup(await aPage()), specimen);
    await expectListed(
      `Specimen ${specimen['@id']}: settings, because its value cannot be written as source`,
    );
  });

  test('names a site parameter with such a value', async () => {
    const value = [{ kind: 'scaffold-resource', type: 'Widget', values: {} }];
    await post('/_/site_config_parameters', { key: 'odd', value });
    await expectListed(
      'SiteConfigParameter /_api/_/site_config_parameters/odd: its value cannot be written as source',
    );
  });

  test('names a stored file that cannot be read', async () => {
    const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const before = await site.files('public');
    const file = dataUri('image/gif', Buffer.from(gif, 'base64'));
    const image = await post('/component/images', { file });
    await place(await aGroup(await aPage()), image);
    const [stored = ''] = (await site.files('public')).filter((path) => !before.includes(path));
    await rm(join(site.folders.public, stored));
    await expectListed(`Image ${image['@id']}: file, because its stored file cannot be read`);
  });

  test('names a component that is not placed, and a group without an owner', async () => {
    const widget = await post('/component/widgets', {});
    const group = await post('/_/component_groups', { reference: 'lone_a', location: 'a' });
    const listed = await gaps();
    expect(listed).toContain(`Widget ${widget['@id']}: it is not placed anywhere`);
    expect(listed).toContain(`ComponentGroup ${group['@id']}: it belongs to nothing`);
  });

  test('names a component that violates the current rules of its type', async () => {
    const page = await aPage();
    const route = await post('/_/routes', { path: '/gone', name: 'gone', page: page['@id'] });
    const publishedAt = '2024-01-01T00:00:00+00:00';
    const body = { label: 'Gone', route: route['@id'], publishedAt };
    const link = await post('/component/navigation_links', body);
    await place(await aGroup(await aPage()), link);
    expect((await site.delete(route['@id'], { as: 'superAdmin' })).status).toBe(204);
    await expectListed(
      `NavigationLink ${link['@id']}: the present rules refuse it (route: Please choose a route or enter a path.)`,
    );
  });

  test('names the parent of a template that is below its own page data', async () => {
    const template = await aPage({ isTemplate: true });
    const body = { title: 'Event', startsOn: '2030-01-01', page: template['@id'] };
    const event = await post('/page_data/event_datas', body);
    await site.patch(template['@id'], { parentPageData: event['@id'] }, { as: 'superAdmin' });
    await expectListed(`Page ${template['@id']}: its parent, which is made from it`);
  });

  test('names page data of a deleted type, without its children', async () => {
    const template = await aPage({ isTemplate: true });
    const event = await post('/page_data/event_datas', {
      ...{ title: 'Gone', startsOn: '2030-01-01', page: template['@id'] },
    });
    await aPage({ parentPageData: event['@id'] });
    const { database } = site.app;
    const id = event['@id'].slice(-36);
    await database.transaction((session) =>
      session.run(`update ${database.table('abstract_page_data')} set dtype = 'Former' where id = :id`, {
        id,
      }),
    );
    await expectListed(`Former ${id}: it is of no type of the project`);
  });

  test('prevents nothing else of such a site from loading', async () => {
    const { database } = site.app;
    const [row] = await database.all(`select count(*) as pages from ${database.table('page')}`);
    const { summary } = await (await exportOf(site)).load(copy);
    expect(summary.created).toMatchObject({ page: Number(row?.['pages']) });
  });
});
