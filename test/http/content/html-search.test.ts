import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScaffoldStore } from '../../../runtime/console/open-application.js';
import { htmlContentDescriptor } from '../../../generated/descriptors/html-content.js';
import { nestedPageDataDescriptor } from '../../../generated/descriptors/nested-page-data.js';
import { manifest as sampleManifest } from '../../../generated/manifest.js';
import { defineScaffold, resource } from '../../../runtime/index.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { loadScaffold } from '../../../runtime/scaffold/scaffold.js';
import { filesOf, run } from '../bulk/support.js';
import { relation, text, withoutAttributes } from '../publishing/types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const admin = { as: 'admin' } as const;

const leaflet: ResourceDescriptor = {
  ...withoutAttributes(htmlContentDescriptor),
  name: 'Leaflet',
  classIdentifier: 'Leaflet',
  path: '/component/leaflets',
  table: 'leaflets',
  fields: [
    text('html', { type: 'text' }),
    text('note', { html: {} }),
    text('code', { type: 'text', html: false }),
  ],
  searchFields: ['html', 'note', 'code'],
  filters: [{ parameter: 'source', field: 'html', strategy: 'partial', caseSensitive: false }],
  validate() {},
};

/** Found by the text of its leaflet. */
const brochureData: ResourceDescriptor = {
  ...withoutAttributes(nestedPageDataDescriptor),
  name: 'BrochureData',
  classIdentifier: 'BrochureData',
  path: '/page_data/brochure_datas',
  table: 'brochure_datas',
  fields: [relation('content', 'HtmlContent', true)],
  searchFields: ['title', 'content.html'],
  validate() {},
};

const manifest = {
  ...sampleManifest,
  resources: [...sampleManifest.resources.map(withoutAttributes), leaflet, brochureData],
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ manifest });
});
afterAll(() => app.close());

interface Stored {
  readonly '@id': string;
}

/** Creates a published leaflet and returns its IRI. */
async function published(html: string): Promise<string> {
  const { status, body } = await app.post('/component/leaflets', { html, publishedAt: 'now' }, admin);
  expect(status).toBe(201);
  return body['@id'] as string;
}

/** Returns the IRIs of the leaflets that a search finds. */
async function found(search: string, options: object = {}): Promise<readonly string[]> {
  const { status, body } = await app.get(
    `/component/leaflets?perPage=100&search=${encodeURIComponent(search)}`,
    options,
  );
  expect(status).toBe(200);
  return body.member.map((one: Stored) => one['@id']);
}

/** Returns which of the searches find a leaflet. */
async function finding(iri: string, searches: readonly string[], options: object = {}) {
  const results = await Promise.all(
    searches.map(async (search) => ((await found(search, options)).includes(iri) ? [search] : [])),
  );
  return results.flat();
}

describe('a search of HTML', () => {
  test('finds visible text, and neither tags nor attributes', async () => {
    const iri = await published(
      '<p class="lead" title="tooltip">M&uuml;ller &amp; S&#246;hne</p><p>wo<strong>rd</strong> two<br>three</p>' +
        '<script>hiddenCode()</script><style>.hiddenRule {}</style><!-- hiddenNote --><img src="/matter.png" alt="Matterhorn">',
    );
    const read = ['Müller', 'müller & söhne', 'word', 'two three', 'söhne word', 'matterhorn'];
    expect(await finding(iri, read)).toEqual(read);
    const unread = [
      'class',
      'lead',
      'tooltip',
      'strong',
      'uuml',
      'amp',
      'twothree',
      'hidden',
      'png',
      '<p',
      'rd t&',
    ];
    expect(await finding(iri, unread)).toEqual([]);
  });

  test('applies to items as to lists', async () => {
    const iri = await published('<p class="lead">item</p>');
    expect((await app.get(`${iri}?search=item`)).status).toBe(200);
    expect((await app.get(`${iri}?search=lead`)).status).toBe(404);
  });

  test('follows x-html: a short text that is HTML, and a long one that is not', async () => {
    const { body } = await app.post(
      '/component/leaflets',
      { html: null, note: '<b>short</b>', code: '<b>long</b>', publishedAt: 'now' },
      admin,
    );
    const iri = body['@id'] as string;
    expect(await finding(iri, ['short', '<b>short', 'long', '<b>long'])).toEqual([
      'short',
      'long',
      '<b>long',
    ]);
  });

  test('does not affect filters', async () => {
    const iri = await published('<p class="filtered">text</p>');
    const { body } = await app.get('/component/leaflets?source=filtered');
    expect(body.member.map((one: Stored) => one['@id'])).toEqual([iri]);
  });

  test('never finds a draft for callers who cannot see it', async () => {
    const iri = await published('<p>public words</p>');
    const draft = await app.patch(iri, { html: '<p>secret plans</p>' }, admin);
    expect(draft.status).toBe(200);
    const draftIri = draft.body['@id'] as string;
    expect(await finding(iri, ['public words', 'secret plans'])).toEqual(['public words']);
    expect(await found('secret plans')).toEqual([]);
    expect(await found('secret plans', admin)).toEqual([draftIri]);
    expect(await found('public words', admin)).toEqual([]);
    expect((await app.patch(draftIri, { publishedAt: 'now' }, admin)).status).toBe(200);
    expect(await finding(iri, ['public words', 'secret plans'])).toEqual(['secret plans']);
  });

  test('follows PUT, PATCH, batches, duplicates, restores and undo', async () => {
    const iri = await published('<p>orig<b>inal</b></p>');
    const { body: first } = await app.get(`${iri}/revisions`, admin);
    const counts = async (...searches: readonly string[]) =>
      Promise.all(searches.map(async (search) => (await found(search, admin)).length));

    expect((await app.put(iri, { html: '<p>re<b>placed</b></p>' }, admin)).status).toBe(200);
    expect(await counts('original', 'replaced')).toEqual([0, 1]);

    const body = { html: '<p>bat<b>ched</b></p>' };
    const operations = [{ id: 'a', method: 'PATCH', path: iri, body }];
    expect((await app.post('/_/batch', { operations }, admin)).status).toBe(200);
    expect(await counts('replaced', 'batched')).toEqual([0, 1]);

    expect((await app.post(`${iri}/duplicate`, {}, admin)).status).toBe(201);
    expect(await counts('batched')).toEqual([2]);

    const revision = first.revisions.at(-1).number as number;
    expect((await app.post(`${iri}/revisions/${revision}/restore`, {}, admin)).status).toBe(200);
    expect(await counts('original', 'batched')).toEqual([1, 1]);

    const { body: all } = await app.get(`${iri}/revisions`, admin);
    expect((await app.post(`/_/revisions/${all.revisions[0].number}/undo`, {}, admin)).status).toBe(200);
    expect(await counts('original', 'batched')).toEqual([0, 2]);

    expect((await app.patch(iri, { html: null }, admin)).status).toBe(200);
    expect(await counts('batched')).toEqual([1]);
  });

  test('follows scaffolds and imports', async () => {
    const html = '<p class="x">scaf<b>folded</b></p>';
    const scaffold = defineScaffold((site) => site.persist(resource('Leaflet', { html })));
    const store = await openScaffoldStore(app.app, SILENT_LOGGER);
    await loadScaffold(scaffold, { store, admin: app.config.admin });
    expect(await found('scaffolded', admin)).toHaveLength(1);
    const lines = Array.from({ length: 70 }, (_one, index) => ({
      '@key': `k${index}`,
      html: `<p>im<b>ported</b></p>`,
    }));
    const folder = await filesOf({ 'Leaflet.jsonl': lines });
    await run(app, 'import', folder, '--source', 'old');
    expect(await found('imported', admin)).toHaveLength(70);
    const changed = await filesOf({
      'Leaflet.jsonl': lines.map((line) => ({ ...line, html: '<p>chan<b>ged</b></p>' })),
    });
    await run(app, 'import', changed, '--source', 'old');
    expect(
      [await found('imported', admin), await found('changed', admin)].map(({ length }) => length),
    ).toEqual([0, 70]);
  });

  test('follows a dotted path to the HTML of a component', async () => {
    const content = await app.create('/component/html_contents', {
      html: '<p class="x">far<em>away</em></p>',
      publishedAt: 'now',
    });
    const layout = await app.create('/_/layouts', { reference: 'leaflets', uiComponent: 'Primary' });
    const template = {
      reference: 'brochure',
      uiComponent: 'Primary',
      isTemplate: true,
      layout: layout['@id'],
    };
    const { '@id': templateIri } = await app.create('/_/pages', template);
    const page = await app.create('/page_data/brochure_datas', {
      title: 'Brochure',
      page: templateIri,
      content: content['@id'],
    });
    const pages = async (search: string) => {
      const { body } = await app.get(`/page_data/brochure_datas?search=${search}`, admin);
      return body.member.map((one: Stored) => one['@id']);
    };
    expect([await pages('faraway'), await pages('class'), await pages('brochure')]).toEqual([
      [page['@id']],
      [],
      [page['@id']],
    ]);
  });

  test('adds no statement to a write', async () => {
    const iri = await published('<p>counted</p>');
    const count = async (body: object): Promise<number> => {
      app.takeStatements();
      expect((await app.patch(iri, body, admin)).status).toBe(200);
      return app.takeStatements().length;
    };
    await count({ code: 'draft' });
    const [plain, html] = [await count({ code: 'again' }), await count({ html: '<p>counted again</p>' })];
    expect(html).toBe(plain);
  });

  test('is repaired by the doctor, and reads the HTML of rows without search text', async () => {
    const iri = await published('<p>re<b>paired</b> newer</p>');
    const id = iri.slice(iri.lastIndexOf('/') + 1);
    const store = (text: string | null) =>
      app.app.database.transaction(({ run: send, table, dialect }) =>
        send(`update ${table('leaflets')} set ${dialect.quote('_html')} = :text where id = :id`, {
          id,
          text,
        }),
      );
    const examine = async (repair: boolean) => {
      for await (const one of app.app.doctor.examine({ limit: 20, repair }))
        if (one.name === 'search_texts') return [one.status, ...one.differences];
      return [];
    };
    const line = `Leaflet ${id}: the text of html is not that of its HTML`;
    expect(await examine(true)).toContain('ok');
    for (const [text, searches] of [
      [null, ['newer']],
      ['older', ['older']],
    ] as const) {
      await store(text);
      expect(await finding(iri, ['repaired', 'newer', 'older'])).toEqual(searches);
      expect(await examine(false)).toEqual(['differs', line]);
      expect(await examine(true)).toEqual(['repaired', line]);
      expect(await finding(iri, ['repaired', 'newer', 'older'])).toEqual(['repaired', 'newer']);
      expect(await examine(false)).toEqual(['ok']);
    }
  });
});
