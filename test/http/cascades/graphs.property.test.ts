import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublishingApp } from '../publishing/support.js';
import { startPublishingApp } from '../publishing/support.js';
import { buildSite, expectSite, graph } from './graph-site.js';
import { deleteFromSite, draftOf } from './model.js';
import { propertyRuns } from '../../support/property-runs.js';

let app: PublishingApp;
beforeAll(async () => {
  app = await startPublishingApp();
});
afterAll(() => app.close());

describe('deletions in any site', () => {
  test('delete exactly what the deletion rules name', async () => {
    await fc.assert(
      fc.asyncProperty(graph, async (wanted) => {
        const site = await buildSite(app, wanted);
        const all = [
          ...site.layouts,
          ...site.pages.keys(),
          ...site.groups.keys(),
          ...site.positions.keys(),
          ...site.components.keys(),
          ...site.stories.keys(),
        ];
        for (const at of wanted.deletions) {
          const iri = all[at % all.length] ?? '';
          // Without the parameter, the draft would be deleted instead of its published row.
          const query = draftOf(site, iri) === undefined ? '' : '?published=true';
          const status = deleteFromSite(site, iri);
          expect((await app.delete(`${iri}${query}`, { as: 'admin' })).status).toBe(status);
          await expectSite(app, site, all);
        }
      }),
      { numRuns: propertyRuns(25, 'CASCADE_RUNS') },
    );
  }, 600_000);
});
