import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { type FuzzedApi, fuzz, SCHEMATHESIS } from '../../support/schemathesis.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';

let app: TestApp;
let api: Omit<FuzzedApi, 'token' | 'examplesOfEach'>;
beforeAll(async () => {
  app = await startTestApp();
  await loadSampleSite(app);
  api = await apiWithRecords();
});
afterAll(() => app.close());

/** The sample site as a fuzzer sees it: all its records except the account that the fuzzer uses. */
async function apiWithRecords() {
  const document = `${app.origin}${app.config.apiPrefix}/docs.jsonopenapi`;
  const operations = (await app.get('/docs.jsonopenapi')).body.paths as Record<string, object>;
  const paths = Object.keys(operations);
  const lists = new Map<string, readonly string[]>();
  for (const [path, methods] of Object.entries(operations))
    if ('get' in methods && paths.includes(`${path}/{id}`)) lists.set(path, await irisOf(path));
  return { document, origin: app.origin, keys: keysOf(paths, lists), iris: irisByMember(lists) };
}

async function irisOf(collection: string): Promise<readonly string[]> {
  const { body: me } = await app.get('/me', { as: 'superAdmin' });
  const { body } = await app.get(collection, { as: 'superAdmin' });
  return (body.member as { '@id': string }[]).map((one) => one['@id']).filter((iri) => iri !== me['@id']);
}

function keysOf(paths: readonly string[], lists: ReadonlyMap<string, readonly string[]>) {
  const keys: Record<string, { parameter: string; values: readonly string[] }> = {};
  for (const path of paths) {
    const [, collection = '', parameter = ''] = /^(.+?)\/\{(\w+)\}/.exec(path) ?? [];
    const iris = lists.get(collection.replace('/_/resource_manifest', '/_/pages')) ?? [];
    // Fuzzers support no parameters with slashes, such as the paths of routes.
    const values = iris.map((iri) => iri.slice(iri.lastIndexOf('/') + 1));
    if (values.length > 0 && !collection.endsWith('/_/routes')) keys[path] = { parameter, values };
  }
  return keys;
}

/** Maps relations to records of their type, which the document cannot express. */
function irisByMember(lists: ReadonlyMap<string, readonly string[]>): Record<string, readonly string[]> {
  const below = (part: string) => [...lists].flatMap(([path, iris]) => (path.includes(part) ? iris : []));
  return {
    ...{ page: below('/_/pages'), parentPage: below('/_/pages'), layout: below('/_/layouts') },
    ...{ route: below('/_/routes'), redirect: below('/_/routes'), pageData: below('/page_data/') },
    ...{ componentGroup: below('/_/component_groups'), component: below('/component/') },
  };
}

const reason = SCHEMATHESIS === undefined ? ' (skipped: TEST_SCHEMATHESIS is not set)' : '';

describe(`a foreign fuzzer${reason}`, () => {
  test.skipIf(SCHEMATHESIS === undefined)(
    'with all permissions gets only responses that the OpenAPI document describes',
    async () => {
      const logout = `${app.config.apiPrefix}/logout`;
      const token = await app.token('superAdmin');
      const all = await fuzz({ ...api, token, examplesOfEach: propertyRuns(12), except: logout });
      expect(all).toMatchObject({ isFine: true });
      // The session was valid to the end, so requests were not all rejected.
      expect((await app.get('/me', { as: 'superAdmin' })).status).toBe(200);
      const leaving = await fuzz({ ...api, token, examplesOfEach: 3, only: logout });
      expect(leaving).toMatchObject({ isFine: true });
    },
    900_000,
  );
});
