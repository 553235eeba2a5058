import type { ResponseObject } from 'openapi3-ts/oas31';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../../runtime/kernel/errors/database-unavailable.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';

let app: TestApp;
let responses: Readonly<Record<string, ResponseObject>>;
/** Other tests stop real databases. The client's error is the same wherever an outage is noticed. */
const outage = {
  name: 'outage',
  endpoints: () => [
    {
      method: 'GET' as const,
      pattern: '/outage',
      handle: () => Promise.reject(new DatabaseUnavailable('away', undefined)),
    },
  ],
};
beforeAll(async () => {
  app = await startTestApp({ features: [outage] });
  const { components } = (await app.get('/docs.jsonopenapi')).body;
  responses = components.responses as typeof responses;
});
afterAll(() => app.close());

const PAGE = '/_/pages/3f2b8c1e-6d4a-4a57-9a0e-5b1c7d2e9f10';
const ADMIN = { as: 'admin' } as const;

/** A request for each documented response, rejected for the reason in the example. */
const REFUSED: Readonly<Record<string, () => Promise<TestResponse>>> = {
  BadRequest: () =>
    app.post('/_/routes', { path: '/x', name: 'x', page: `${app.config.apiPrefix}${PAGE}` }, ADMIN),
  Unauthorized: () => app.get('/me'),
  Forbidden: () => app.get('/users', { as: 'user' }),
  NotFound: () => app.get(PAGE, ADMIN),
  PreconditionFailed: async () => {
    const name = { username: 'admin', emailAddress: 'a@example.com', plainPassword: 'correct horse' };
    const { '@id': user } = await app.create('/users', name, 'superAdmin');
    const { '@id': iri } = await app.create('/_/layouts', { reference: 'x', uiComponent: 'Wide' });
    await app.patch(iri, { uiComponent: 'Narrow' }, ADMIN);
    await app.app.database.transaction((session) =>
      session.run(
        `update ${session.table('layout')} set row_version_at = :at, row_version_by = :by where id = :id`,
        {
          id: iri.slice(-36),
          by: user.slice(-36),
          at: session.dialect.encode('datetime', new Date('2026-01-01T00:00:00Z')),
        },
      ),
    );
    return app.patch(iri, {}, { ...ADMIN, headers: { 'If-Match': '"1-x"' } });
  },
  PreconditionRequired: async () => {
    const strict = await startTestApp({ config: { writes: { require_if_match: true } } });
    try {
      const { '@id': iri } = await strict.create('/_/layouts', { reference: 'x', uiComponent: 'Wide' });
      return await strict.patch(iri, {}, ADMIN);
    } finally {
      await strict.close();
    }
  },
  ContentTooLarge: () => app.post('/password/reset', { username: 'x'.repeat(2 ** 20) }),
  UnsupportedMediaType: () =>
    app.post('/_/layouts', 'x', { ...ADMIN, headers: { 'content-type': 'text/plain' } }),
  UnprocessableContent: () => app.post('/_/layouts', { uiComponent: 'Wide' }, ADMIN),
  TooManyRequests: tryPasswords,
  ServiceUnavailable: () => app.get('/outage'),
};

async function tryPasswords(): Promise<TestResponse> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await app.post('/login', { username: 'nobody', password: `guess ${attempt}` });
    if (answer.status === 429) return answer;
  }
  throw new Error('Passwords can be tried without an end.');
}

describe('the examples of problems in the OpenAPI document', () => {
  test('exist for every problem response, and for no other', () => {
    const withExample = Object.entries(responses).filter(([, { content = {} }]) =>
      Object.values(content).some(({ example }) => example !== undefined),
    );
    expect(withExample.map(([name]) => name).sort()).toEqual(Object.keys(REFUSED).sort());
  });

  test('of the login are those of wrong credentials', async () => {
    const { paths } = (await app.get('/docs.jsonopenapi')).body;
    const { responses: ofLogin } = paths[`${app.config.apiPrefix}/login`].post;
    const { body } = await app.post('/login', { username: 'somebody', password: 'else' });
    expect(ofLogin['401'].content['application/json'].example).toEqual(body);
  });

  test.each(Object.entries(REFUSED))(
    '%s equals the response to a rejected request',
    async (name, refused) => {
      const answer = await refused();
      const [[type, content] = []] = Object.entries(responses[name]?.content ?? {});
      // Each response has the id of its own request.
      const { requestId } = answer.body;
      expect({ ...content?.example, requestId }).toEqual({ ...answer.body, requestId });
      expect('requestId' in (content?.example ?? {})).toBe('requestId' in answer.body);
      expect(answer.headers.get('content-type')).toContain(type);
    },
  );
});
