import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../../runtime/kernel/contract/http/http.js';
import { featurePaths } from '../../../../runtime/kernel/serializer/feature-paths.js';

const endpoint = (given: Partial<Endpoint>): Endpoint => ({
  method: 'GET',
  pattern: '/hits',
  handle: () => Promise.reject(new Error('is not called')),
  ...given,
});

const SESSION_OVER = { $ref: '#/components/responses/Unauthorized' };
const pathsOf = (...endpoints: readonly Endpoint[]) => featurePaths([{ name: 'hits', endpoints }]);

describe('featurePaths', () => {
  test('documents an endpoint under the name of its feature', () => {
    expect(pathsOf(endpoint({ documentation: { summary: 'Counts.' } }))).toEqual({
      '/hits': {
        get: {
          operationId: 'hits-get-hits',
          tags: ['hits'],
          summary: 'Counts.',
          responses: { 401: SESSION_OVER, default: { description: 'The response.' } },
        },
      },
    });
  });

  test('omits endpoints without documentation', () => {
    expect(pathsOf(endpoint({}))).toEqual({});
  });

  test('keeps the path-independent documentation', () => {
    const documentation = {
      operationId: 'count',
      tags: ['Statistics'],
      responses: { 204: { description: 'Counted.' } },
    };
    expect(pathsOf(endpoint({ documentation }))).toEqual({
      '/hits': { get: { ...documentation, responses: { ...documentation.responses, 401: SESSION_OVER } } },
    });
    const own = { ...documentation, responses: { 401: { description: 'Not with this key.' } } };
    expect(pathsOf(endpoint({ documentation: own }))).toEqual({ '/hits': { get: own } });
  });

  test('an expired session does not affect an endpoint that does not read it', () => {
    const documentation = { responses: { 204: { description: 'Counted.' } } };
    for (const authentication of ['none', 'own'] as const)
      expect(pathsOf(endpoint({ authentication, documentation }))).toMatchObject({
        '/hits': { get: { responses: documentation.responses } },
      });
    expect(JSON.stringify(pathsOf(endpoint({ authentication: 'none', documentation })))).not.toContain('401');
  });

  test('merges the methods of a path', () => {
    const documentation = { summary: 'Counts.' };
    const paths = pathsOf(endpoint({ documentation }), endpoint({ method: 'POST', documentation }));
    expect(Object.keys(Object(paths['/hits']) as object)).toEqual(['get', 'post']);
  });

  test('adds the path parameters to the documented ones', () => {
    const page = { name: 'page', in: 'query', schema: { type: 'integer' } };
    const site = { name: 'site', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
    const documentation = { parameters: [page, site] };
    expect(pathsOf(endpoint({ pattern: '/{site}/hits/{path*}', documentation }))).toMatchObject({
      '/{site}/hits/{path}': {
        get: {
          operationId: 'hits-get-site-hits-path',
          parameters: [
            {
              name: 'path',
              in: 'path',
              required: true,
              description: 'The rest of the path, including slashes.',
              schema: { type: 'string' },
            },
            page,
            site,
          ],
        },
      },
    });
  });
});
