import { describe, expect, test } from 'vitest';
import { FEATURES } from '../../../../../runtime/features.js';
import {
  checkAddresses,
  checkEndpoints,
  type OwnedEndpoint,
} from '../../../../../runtime/kernel/endpoints/check-addresses.js';

/** `name: METHOD /pattern`. Without a name, it is an endpoint of the package. */
function owned(text: string): OwnedEndpoint {
  const [, feature, method, pattern = ''] = /^(?:([\w-]+): )?(\w+) (\S+)$/.exec(text) ?? [];
  const endpoint = { method: method as 'GET' | 'POST', pattern };
  if (feature === undefined) return { endpoint };
  return { feature, endpoint, isOfProject: FEATURES.every(({ name }) => name !== feature) };
}

const linesOf = (texts: readonly string[]): readonly string[] =>
  checkAddresses(texts.map(owned)).map(({ key, problem, advice }) => `${key}: ${problem}; ${advice}`);

describe('addresses of project features', () => {
  test.each([
    [
      'two features handle the same method of one address',
      ['hits: POST /hits/{path*}', 'counter: POST /hits/{path*}'],
      'features.counter.endpoints: POST /hits/{path*} conflicts with POST /hits/{path*} of the feature "hits"; change the path of one endpoint, or remove one of the features',
    ],
    [
      'their parameters have different names',
      ['hits: GET /hits/{path}', 'counter: GET /hits/{page}'],
      'features.counter.endpoints: GET /hits/{page} conflicts with GET /hits/{path} of the feature "hits"; change the path of one endpoint, or remove one of the features',
    ],
    [
      'methods of one address have different parameter names',
      ['hits: GET /hits/{path}', 'counter: POST /hits/{page}'],
      'features.counter.endpoints: POST /hits/{page} matches the same URLs as GET /hits/{path} of the feature "hits"; use the same parameter names: /hits/{path}',
    ],
    [
      'the package handles the address',
      ['hits: POST /login', 'POST /login'],
      'features.hits.endpoints: POST /login conflicts with POST /login of the package; use another path',
    ],
    [
      'a built-in feature handles the address',
      ['routes: POST /_/routes/generate', 'hits: POST /_/routes/generate'],
      'features.hits.endpoints: POST /_/routes/generate conflicts with POST /_/routes/generate of the feature "routes"; use another path',
    ],
    [
      'one feature handles the address twice',
      ['hits: GET /hits', 'hits: GET /hits'],
      'features.hits.endpoints: GET /hits and GET /hits match the same requests; remove one of them',
    ],
  ])('are refused if %s', (_case, endpoints, line) => {
    expect(linesOf(endpoints)).toEqual([line]);
  });

  test('are accepted if methods, literals or parameter types differ', () => {
    const apart = ['GET /a/{id}', 'POST /a/{id}', 'GET /a/{id*}', 'GET /a/b', 'GET /a'];
    expect(linesOf(apart.map((one, index) => `feature-${index}: ${one}`))).toEqual([]);
  });
});

describe('unreachable endpoints', () => {
  test.each([
    ['GETT', '/hits', '"GETT" (/hits) is not a supported method; use one of GET, POST, PUT, PATCH, DELETE'],
    ['get', '/hits', '"get" (/hits) is not a supported method; use one of GET, POST, PUT, PATCH, DELETE'],
    ['HEAD', '/hits', '"HEAD" (/hits) is not a supported method; use one of GET, POST, PUT, PATCH, DELETE'],
    ['GET', 'hits', 'the pattern "hits" is not a path; start it with "/"'],
  ])('%s %s is reported with its feature', (method, pattern, wanted) => {
    // Methods that a configuration in JavaScript can contain.
    const endpoint = { method, pattern } as unknown as OwnedEndpoint['endpoint'];
    const [problem] = checkEndpoints([{ feature: 'hits', isOfProject: true, endpoint }]);
    expect(`${problem?.key}: ${problem?.problem}; ${problem?.advice}`).toBe(
      `features.hits.endpoints: ${wanted}`,
    );
  });

  test('supported methods are not reported', () => {
    const endpoint = { method: 'PUT', pattern: '/hits' } as const;
    expect(checkEndpoints([{ feature: 'hits', isOfProject: true, endpoint }])).toEqual([]);
  });
});
