import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { createContent } from '../publishing/content.js';
import { publishingManifest, relation } from '../publishing/types.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';

const MORE_TYPES = 12;

const story = publishingManifest.resources.find(({ name }) => name === 'StoryData');
if (story === undefined) throw new Error('The types of the publishing tests are gone.');

const another = (model: ResourceDescriptor, index: number): ResourceDescriptor => ({
  ...model,
  name: `Story${index}Data`,
  classIdentifier: `Story${index}Data`,
  path: `/page_data/story_${index}_datas`,
  table: `story_${index}_datas`,
  fields: [relation('lead', 'Article', true), relation(`own${index}`, 'AbstractComponent', true)],
});

const start = (resources: readonly ResourceDescriptor[]): Promise<TestApp> =>
  startTestApp({
    manifest: { ...publishingManifest, resources },
    config: { routable_security: null, route_security: [] },
  });

let few: TestApp;
let many: TestApp;
beforeAll(async () => {
  const others = Array.from({ length: MORE_TYPES }, (_value, index) => another(story, index));
  few = await start(publishingManifest.resources);
  many = await start([...publishingManifest.resources, ...others]);
});
afterAll(async () => {
  await few.close();
  await many.close();
});

/** Returns the statements of the same requests. */
async function statementsOf(app: TestApp): Promise<Readonly<Record<string, readonly string[]>>> {
  const content = createContent(app);
  const admin = { as: 'admin' } as const;
  const [lead, next] = [await content.article(), await content.article()];
  const page = await content.page();
  const pageData = await content.story({ page, lead });
  const path = await content.route({ pageData });
  const componentGroup = await content.group({ pages: [page] });
  const position = await content.position({
    componentGroup,
    component: next,
    pageDataClass: 'StoryData',
    pageDataProperty: 'lead',
  });
  const requested = async (send: () => Promise<{ readonly status: number }>): Promise<string[]> => {
    app.takeStatements();
    expect((await send()).status).toBeLessThan(300);
    return app.takeStatements().sort(); // the order of some depends on random ids
  };
  return {
    manifest: await requested(() => app.get(`/_/resource_manifest/${path}`)),
    position: await requested(() => app.get(position, { headers: { path } })),
    usage: await requested(() => app.get(`${lead}/usage`, admin)),
    places: await requested(() => app.get(lead, admin)),
    change: await requested(() => app.patch(`${pageData}?published=true`, { lead: next }, admin)),
    deletion: await requested(() => app.delete(`${next}?published=true`, admin)),
  };
}

describe('the statements of requests that examine slots of page data', () => {
  test('are the same for any number of types', async () => {
    const [one, other] = [await statementsOf(few), await statementsOf(many)];
    for (const statements of Object.values(one)) expect(statements.join()).toContain('page_data_slot');
    expect(other).toEqual(one);
  });
});
