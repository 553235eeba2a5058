import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenAPIObject, ReferenceObject, RequestBodyObject, SchemaObject } from 'openapi3-ts/oas31';
import { resolveReferences } from '../../support/resolve-references.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import { ADMIN, violations } from './core-app.js';

const COMPONENTS = ['html_contents', 'images', 'navigation_links', 'titles'];

describe('the example bodies of the OpenAPI document', () => {
  let app: TestApp;
  let document: OpenAPIObject;
  let schemas: readonly (readonly [string, SchemaObject])[];
  beforeAll(async () => {
    app = await startTestApp();
    document = resolveReferences<OpenAPIObject>((await app.get('/docs.json')).body);
    schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, SchemaObject>); // none is a reference
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
    const path = `/component/${segment}`;
    const body = document.paths?.[`${app.config.apiPrefix}${path}`]?.post?.requestBody as RequestBodyObject; // resolved
    const { $ref } = body.content['application/ld+json']?.schema as ReferenceObject; // as schemas are not
    const [, schema] = schemas.find(([name]) => $ref.endsWith(`/${name}`)) ?? [];
    const answer = await app.post(path, schema?.examples?.[0], ADMIN);
    expect([answer.status, violations(answer)]).toEqual([201, []]);
  });
});
