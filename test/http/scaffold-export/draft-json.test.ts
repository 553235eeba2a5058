import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { publishingManifest, text } from '../publishing/types.js';
import { createSite } from '../routes/site.js';
import { exportOf } from './exported-site.js';

const [article] = publishingManifest.resources.filter(({ name }) => name === 'Article');
if (article === undefined) throw new Error('The types of the publishing tests are gone.');
const panel: ResourceDescriptor = {
  ...article,
  ...{ name: 'Panel', classIdentifier: 'Panel', path: '/component/panels', table: 'panels' },
  ...{ searchFields: [], orderFields: [], validate: () => undefined },
  fields: [text('label', { default: 'Unnamed' }), text('settings', { type: 'json', accepts: ['object'] })],
};
const manifest = { ...publishingManifest, resources: [...publishingManifest.resources, panel] };

async function anApp(): Promise<TestApp> {
  const app = await startTestApp({ manifest });
  onTestFinished(() => app.close());
  return app;
}

/** Returns labels, settings and dates of both versions of every panel. */
async function panelsOf(app: TestApp): Promise<readonly string[]> {
  const { body } = await app.get('/component/panels', { as: 'admin' });
  const shown: string[] = [];
  for (const { '@id': iri } of body.member as { readonly '@id': string }[])
    for (const query of ['', '?published=true']) {
      const { label, settings, publishedAt } = (await app.get(iri + query, { as: 'admin' })).body;
      shown.push(JSON.stringify([query, label, settings, publishedAt]));
    }
  return shown.sort();
}

test.each<[string, boolean]>([
  ['is not placed', false],
  ['is placed in a group of its own', true],
])(
  'the JSON of a draft that %s is loaded unchanged, not merged into the published one',
  async (_name, isPlaced) => {
    const [site, copy] = [await anApp(), await anApp()];
    const page = await createSite(site).page({ reference: 'panels' });
    const location = String(page['@id']);
    const group = await site.create('/_/component_groups', {
      ...{ reference: `primary_${location}`, location, pages: [location] },
    });
    const place = (component: unknown): Promise<unknown> =>
      site.create('/_/component_positions', { componentGroup: group['@id'], component: String(component) });
    const changes: readonly JsonObject[] = [
      { settings: { gone: null, deep: { gone: null } } },
      { settings: null },
      { settings: { deep: { kept: null, added: [null] } } },
      { label: 'Other', settings: {}, publishedAt: '2099-01-01T00:00:00+00:00' },
    ];
    for (const change of changes) {
      const panel = await site.create('/component/panels', {
        ...{ label: null, settings: { gone: 1, deep: { gone: 1, kept: 2 }, empty: null } },
        publishedAt: '2024-01-01T00:00:00+00:00',
      });
      await place(panel['@id']);
      const { body: draft } = await site.patch(panel['@id'], change, { as: 'admin' });
      expect(draft['@id']).not.toBe(panel['@id']);
      if (isPlaced) await place(draft['@id']);
    }
    // Only a PUT stores a null inside an object.
    const panel = await site.create('/component/panels', {
      ...{ settings: { a: 1 }, publishedAt: '2024-01-01T00:00:00+00:00' },
    });
    await place(panel['@id']);
    await site.put(panel['@id'], { label: 'Put', settings: { b: null } }, { as: 'admin' });

    const exported = await exportOf(site);
    expect(exported.gaps).toEqual([]);
    await exported.load(copy);
    expect(await panelsOf(copy)).toEqual(await panelsOf(site));
  },
);
