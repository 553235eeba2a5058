import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { speaksMysql } from '../../support/database.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import type { BigSite } from './big-site.js';
import { fillBigSite } from './big-site.js';
import type { Explainer } from './explain.js';
import { createExplainer } from './explain.js';

const HOT_READS: readonly (readonly [name: string, url: (site: BigSite) => string])[] = [
  ['one component', ({ component }) => component],
  ['one page', ({ page }) => page],
  ['one page data record', ({ pageData }) => pageData],
  ['one route', ({ route }) => route],
  ['one group', ({ group }) => group],
  ['one position', ({ position }) => position],
  ['a manifest', ({ path }) => `/_/resource_manifest/${path}`],
  ['a list of publishable components', () => '/component/html_contents?perPage=20'],
  ['a later page of components', () => '/component/html_contents?perPage=20&page=40'],
  ['a list of pages', () => '/_/pages?perPage=20'],
  ['pages in another order', () => '/_/pages?perPage=20&order[reference]=asc'],
  ['the oldest pages', () => '/_/pages?perPage=20&order[createdAt]=asc'],
  ['a list of page data', () => '/page_data/blog_article_datas?perPage=20'],
  ['page data in another order', () => '/page_data/blog_article_datas?perPage=20&order[title]=desc'],
  ['a list of routes', () => '/_/routes?perPage=20'],
  ['routes by path', () => '/_/routes?perPage=20&order[path]=asc'],
];

describe.skipIf(speaksMysql())('the statements of hot reads', () => {
  let app: TestApp;
  let site: BigSite;
  let explainer: Explainer;
  beforeAll(async () => {
    app = await startTestApp();
    site = await fillBigSite(app);
    // After explaining a statement, a SQLite connection keeps its snapshot, which excludes later accounts.
    await app.get('/_/pages', { as: 'admin' });
    explainer = await createExplainer(app);
  });
  afterAll(async () => {
    await explainer.close();
    await app.close();
  });

  for (const caller of ['anonymous', 'admin'] as const)
    for (const [name, url] of HOT_READS)
      test(`${name} by ${caller} reads no big table from end to end`, async () => {
        const options = { as: caller };
        await app.get(url(site), options);
        app.takeStatements();
        expect(await app.get(url(site), options)).toMatchObject({ status: 200 });
        const scans: string[] = [];
        for (const sql of app.takeStatements())
          for (const scan of await explainer.findScans(sql)) scans.push(`${scan}\n${sql}`);
        expect(scans, scans.join('\n\n')).toEqual([]);
      });
});
