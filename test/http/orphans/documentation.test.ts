import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenAPIObject, RequestBodyObject } from 'openapi3-ts/oas31';
import { startTestApp, type TestApp } from '../../support/test-app.js';

describe('the documentation of orphans', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test.each(['/_/orphaned_resources/delete', '/_/orphaned_files/delete'])(
    'has a valid body for %s with resources of the right kind',
    async (path) => {
      const { paths = {} } = (await app.get('/docs.json')).body as unknown as OpenAPIObject;
      const body = paths[app.config.apiPrefix + path]?.post?.requestBody as RequestBodyObject; // it is not a reference
      const { example } = body.content['application/json'] ?? {};
      expect(example).not.toHaveProperty('all');
      const answer = await app.post(path, example, { as: 'admin' });
      expect([answer.status, answer.body.rejected]).toEqual([
        200,
        [expect.objectContaining({ reason: 'not_found' })],
      ]);
    },
  );
});
