import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import openApi from '../../../generated/openapi.json' with { type: 'json' };
import { projectResources } from '../../../runtime/project/project-types.js';
import type { ApiPart } from '../../../runtime/kernel/contract/http/api-part.js';
import { describeCore } from '../../../runtime/openapi/core-part.js';
import { joinParts } from '../../../runtime/openapi/join-parts.js';
import { documentedAccounts } from '../../support/documented-accounts.js';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import type { Role, TestResponse } from '../../support/test-client.js';

const ROLES: readonly Role[] = ['anonymous', 'user', 'admin', 'superAdmin'];
type Statuses = readonly [anonymous: number, user: number, admin: number, superAdmin: number];

const PUBLIC: Statuses = [200, 200, 200, 200];
/**
 * Rejected before the body is read: 401 for anonymous callers, 403 for other users. The empty body is
 * rejected afterwards.
 */
const ADMIN_CREATES: Statuses = [401, 403, 422, 422];
const ADMIN_WRITES_UNKNOWN: Statuses = [401, 403, 404, 404];
/** Only editors can read where components are used (contract decision 63). */
const EDITORS_READ_UNKNOWN: Statuses = [401, 403, 404, 404];
const UNKNOWN: Statuses = [404, 404, 404, 404];
const ID = '00000000-0000-4000-8000-000000000000';

/** Expected statuses under the sample site's configuration. `{…}` stands for an id that does not exist. */
function expectedOf(method: string, path: string): Statuses {
  const known = TABLE[`${method} ${path}`];
  if (known !== undefined) return known;
  const isItem = path.includes('{');
  if (path.endsWith('/usage')) return EDITORS_READ_UNKNOWN;
  if (method === 'GET') return isItem ? UNKNOWN : PUBLIC;
  if (isItem) return ADMIN_WRITES_UNKNOWN;
  // Components have no required fields, so an empty one is created.
  return path.startsWith('/component/') ? [401, 403, 201, 201] : ADMIN_CREATES;
}

const TABLE: Readonly<Record<string, Statuses>> = {
  'GET /_/routes/{id}/children': [401, 403, 404, 404],
  'POST /component/collections': ADMIN_CREATES,
  'POST /component/forms': ADMIN_CREATES,
  'POST /component/images/upload': [401, 403, 415, 415],
  'POST /component/images/{id}/upload': [401, 403, 415, 415],
  'POST /_/routes/generate': ADMIN_CREATES,
  'GET /me': [401, 200, 200, 200],
  'POST /login': [400, 400, 400, 400],
  'GET /logout': PUBLIC,
  'POST /logout': PUBLIC,
  'GET /token/refresh': [401, 204, 204, 204],
  'POST /token/refresh': [401, 204, 204, 204],
  'POST /password/reset': UNKNOWN,
  'POST /password/update': [422, 422, 422, 422],
  'GET /users': [401, 403, 403, 200],
  'POST /users': [403, 403, 403, 422],
  'GET /users/{id}': [401, 403, 403, 404],
  'PATCH /users/{id}': [401, 403, 403, 404],
  'DELETE /users/{id}': [401, 403, 403, 404],
};

const documented = joinParts([
  describeCore(projectResources([])),
  documentedAccounts(),
  openApi as unknown as ApiPart, // the compiler knows the file by its content
]);
const endpoints = Object.entries(documented.paths).flatMap(([path, operations]) =>
  Object.keys(operations)
    .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
    .map((method) => ({ method: method.toUpperCase(), path })),
);

let app: TestApp;

beforeAll(async () => {
  const file = new URL('../../../cms.config.json', import.meta.url);
  const sample = JSON.parse(await readFile(file, 'utf8')) as JsonObject;
  app = await startTestApp({ config: { access_control: sample.access_control ?? [] } });
});
afterAll(() => app.close());

async function call(method: string, path: string, as: Role): Promise<TestResponse> {
  const address = path.replace(/\{[^}]+\}/g, ID);
  switch (method) {
    case 'GET':
      return app.get(address, { as });
    case 'POST':
      return app.post(address, {}, { as });
    case 'PUT':
      return app.put(address, {}, { as });
    case 'PATCH':
      return app.patch(address, {}, { as });
    default:
      return app.delete(address, { as });
  }
}

describe('every documented endpoint', () => {
  // Signing out ends all sessions of an account, so those two run last.
  const ordered = [...endpoints].sort(
    (left, right) => Number(left.path === '/logout') - Number(right.path === '/logout'),
  );
  test.each(ordered)(
    '$method $path responds to each role with the expected status',
    async ({ method, path }) => {
      const statuses: number[] = [];
      for (const role of path === '/logout' ? (['anonymous'] as const) : ROLES) {
        statuses.push((await call(method, path, role)).status);
      }
      expect(statuses).toEqual(expectedOf(method, path).slice(0, statuses.length));
    },
  );

  test('has an expected status only if it exists', () => {
    const documented = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
    expect(Object.keys(TABLE).filter((name) => !documented.has(name))).toEqual([]);
  });
});
