import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createBuilders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { aSite } from './renamed-site.js';

const component = (title: string, more: JsonObject = {}): JsonObject => ({
  title,
  type: 'object',
  'x-resource': 'component',
  'x-publishable': true,
  properties: { label: { type: ['string', 'null'], maxLength: 80 } },
  ...more,
});
const pageData = (title: string, panel: string, more: JsonObject = {}): JsonObject => ({
  title,
  type: 'object',
  'x-resource': 'page_data',
  properties: { panel: { type: ['string', 'null'], 'x-component': panel } },
  ...more,
});

interface Content {
  readonly panel: string;
  readonly article: string;
  readonly group: string;
  readonly slot: string;
  readonly panels: string;
  readonly articles: string;
}

const lastSegment = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);
const parent = (iri: string): string => iri.slice(0, iri.lastIndexOf('/'));

/** Creates one row of every kind that stores the name, the class or the address of a type. */
async function fill(app: TestApp, types: { panels: string; articles: string }): Promise<Content> {
  const label = 'Read me';
  const publishedAt = '2024-01-01T00:00:00+00:00';
  const panel = (await app.create(types.panels, { label, publishedAt }))['@id'];
  const inner = (await app.create(types.panels, { label: 'Inner', publishedAt }))['@id'];
  const page = (await createBuilders(app).aPage({ isTemplate: true }))['@id'];
  const article = (await app.create(types.articles, { title: 'News', page, panel }))['@id'];
  const group = await app.create('/_/component_groups', {
    reference: `body_${panel}`,
    location: panel,
    components: [panel],
    allowedComponents: [`/_api${types.panels}`, '/_api/component/collections'],
  });
  await app.create('/_/component_positions', { componentGroup: group['@id'], component: inner });
  const slots = await app.create('/_/component_groups', { reference: 'slots', location: 'slots' });
  const slot = await app.create('/_/component_positions', {
    componentGroup: slots['@id'],
    pageDataClass: `App\\Entity\\${types.articles.includes('stories') ? 'Story' : 'ArticleData'}`,
    pageDataProperty: 'panel',
  });
  const panels = await app.create('/component/collections', { resourceIri: types.panels });
  const articles = await app.create('/component/collections', { resourceIri: `/_api${types.articles}` });
  return {
    panel,
    article,
    group: group['@id'],
    slot: slot['@id'],
    panels: panels['@id'],
    articles: articles['@id'],
  };
}

interface Names {
  readonly panel: string;
  readonly panels: string;
  readonly article: string;
  readonly articles: string;
}

/** Expects all stored content under these names. */
async function expectContent(app: TestApp, content: Content, names: Names): Promise<void> {
  const panel = `/_api${names.panels}/${lastSegment(content.panel)}`;
  const article = `/_api${names.articles}/${lastSegment(content.article)}`;
  const read = async (iri: string): Promise<JsonObject> => {
    const { status, body } = await app.get(iri, { as: 'admin' });
    expect({ iri, status }).toEqual({ iri, status: 200 });
    return body;
  };
  expect(await read(panel)).toMatchObject({ '@id': panel, '@type': names.panel, label: 'Read me' });
  expect(await read(article)).toMatchObject({ '@type': names.article, title: 'News', panel });
  const group = await read(`/_/component_groups/body_${panel}`);
  expect(group).toMatchObject({ '@id': content.group, location: panel, components: [panel] });
  expect(group.allowedComponents).toEqual([`/_api${names.panels}`, '/_api/component/collections']);
  expect(group.componentPositions).toHaveLength(1);
  expect(await read(content.slot)).toMatchObject({ pageDataClass: `App\\Entity\\${names.article}` });
  const changed = await app.patch(content.slot, { sortValue: 7 }, { as: 'admin' });
  expect(changed.status).toBe(200);
  expect((await read(content.panels)).collection).toMatchObject({ '@id': parent(panel), totalItems: 2 });
  expect((await read(content.articles)).collection).toMatchObject({ '@id': parent(article), totalItems: 1 });
}

const BEFORE: Names = {
  panel: 'Panel',
  panels: '/component/panels',
  article: 'ArticleData',
  articles: '/page_data/article_datas',
};
const AFTER: Names = {
  panel: 'Board',
  panels: '/component/boards',
  article: 'Story',
  articles: '/page_data/stories',
};
const FIXED: Readonly<Record<'panel' | 'article', JsonObject>> = {
  panel: { 'x-table': 'kept_panel', 'x-plural': 'kept_panels' },
  article: { 'x-table': 'kept_article', 'x-plural': 'kept_articles' },
};
const keptPaths = { panels: '/component/kept_panels', articles: '/page_data/kept_articles' };
const renamed = (...titles: readonly string[]): JsonObject => ({ 'x-renamed-from': titles });

describe('a renamed type', () => {
  test('is read with all references to it, and back again', async () => {
    const site = await aSite();
    const app = await site.become([component('Panel'), pageData('ArticleData', 'Panel')]);
    const content = await fill(app, BEFORE);
    const after = await site.become([
      component('Board', renamed('Panel')),
      pageData('Story', 'Board', renamed('ArticleData')),
    ]);
    await expectContent(after, content, AFTER);
    await expectContent(await site.goBack(), content, BEFORE);
  });

  test('is read if its table and its path keep their names, and back again', async () => {
    const site = await aSite();
    const app = await site.become([
      component('Panel', FIXED.panel),
      pageData('ArticleData', 'Panel', FIXED.article),
    ]);
    const content = await fill(app, keptPaths);
    const after = await site.become([
      component('Board', { ...FIXED.panel, ...renamed('Panel') }),
      pageData('Story', 'Board', { ...FIXED.article, ...renamed('ArticleData') }),
    ]);
    await expectContent(after, content, { ...AFTER, ...keptPaths });
    await expectContent(await site.goBack(), content, { ...BEFORE, ...keptPaths });
  });

  test('loses a path and a table that follow from its name', async () => {
    const site = await aSite();
    const app = await site.become([
      component('Panel', FIXED.panel),
      pageData('ArticleData', 'Panel', FIXED.article),
    ]);
    const content = await fill(app, keptPaths);
    const after = await site.become([
      component('Board', renamed('Panel')),
      pageData('Story', 'Board', renamed('ArticleData')),
    ]);
    await expectContent(after, content, AFTER);
    await expectContent(await site.goBack(), content, { ...BEFORE, ...keptPaths });
  });

  test('is tracked over several names, and a type that only moves keeps its rows', async () => {
    const site = await aSite();
    const app = await site.become([component('Panel'), pageData('ArticleData', 'Panel')]);
    const content = await fill(app, BEFORE);
    await site.become([component('Panel', FIXED.panel), pageData('ArticleData', 'Panel', FIXED.article)]);
    await site.become([component('Plank', renamed('Panel')), pageData('ArticleData', 'Plank')]);
    const after = await site.become([
      component('Board', renamed('Plank', 'Panel')),
      pageData('Story', 'Board', renamed('ArticleData')),
    ]);
    await expectContent(after, content, AFTER);
  });
});

describe('a renamed field', () => {
  const labelled = (name: string, more: JsonObject = {}): JsonObject =>
    component('Panel', { properties: { [name]: { type: ['string', 'null'], maxLength: 80, ...more } } });

  test('keeps its values, and back again', async () => {
    const site = await aSite();
    const app = await site.become([labelled('label')]);
    const publishedAt = '2024-01-01T00:00:00+00:00';
    const panel = (await app.create('/component/panels', { label: 'Read me', publishedAt }))['@id'];
    const after = await site.become([labelled('heading', renamed('label'))]);
    expect((await after.get(panel)).body).toMatchObject({ heading: 'Read me' });
    expect((await (await site.goBack()).get(panel)).body).toMatchObject({ label: 'Read me' });
  });

  test('without its earlier name is rejected before anything is written', async () => {
    const site = await aSite();
    await site.become([labelled('label')]);
    await expect(site.become([labelled('heading')])).rejects.toThrow(
      /column panels\.label is dropped with all its values[^]*x-renamed-from/,
    );
  });
});
