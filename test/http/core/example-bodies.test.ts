import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import openApi from '../../../generated/openapi.json' with { type: 'json' };
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { ADMIN, violations } from './core-app.js';

const schemas = Object.entries(openApi.components.schemas) as readonly [
  string,
  { readonly examples?: readonly Record<string, unknown>[]; readonly required?: readonly string[] },
][];
const COMPONENTS = ['html_contents', 'images', 'navigation_links', 'titles'];

describe('the example bodies of the OpenAPI document', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test('every type that takes a body has one, with all that is required', () => {
    const inputs = schemas.filter(([name]) => name.endsWith('-input'));
    const missing = inputs.flatMap(([name, { examples, required = [] }]) =>
      required.filter((member) => !(member in (examples?.[0] ?? {}))).map((member) => `${name}: ${member}`),
    );
    expect(inputs.every(([, { examples }]) => examples?.length === 1)).toBe(true);
    expect(missing).toEqual([]);
  });

  test.each(COMPONENTS)('the one of /component/%s is accepted', async (segment) => {
    const path = `/component/${segment}` as '/component/titles';
    const { $ref } = openApi.paths[path].post.requestBody.content['application/ld+json'].schema;
    const [, schema] = schemas.find(([name]) => $ref.endsWith(`/${name}`)) ?? [];
    const answer = await app.post(path, schema?.examples?.[0], ADMIN);
    expect([answer.status, violations(answer)]).toEqual([201, []]);
  });
});
