import type { SchemaObject } from 'openapi3-ts/oas31';
import { describe, expect, test } from 'vitest';
import openApi from '../../../../generated/openapi.json' with { type: 'json' };
import { builtInResources, projectResources } from '../../../../runtime/project/project-types.js';
import { buildApiDocument } from '../../../../runtime/openapi/api-document.js';
import type { ApiPart } from '../../../../runtime/kernel/contract/http/api-part.js';
import { describeCore } from '../../../../runtime/openapi/core-part.js';
import { documentDescriptor } from '../../../../runtime/openapi/documented-resource.js';
import { operation } from '../../../../runtime/openapi/parts.js';
import { ownComponents, resourcePaths } from '../../../../runtime/openapi/resource-paths.js';
import { SHARED_COMPONENTS } from '../../../../runtime/openapi/shared-components.js';
import { referInSchema } from '../../../../runtime/openapi/component-references.js';
import { resolveReferences } from '../../../support/resolve-references.js';

const FACTS = {
  apiPrefix: '/_api',
  publicUrl: 'https://example.com',
  websiteName: 'Sample',
  version: '1',
  documentation: { title: null, contact: null, license: null },
};
const core = describeCore(projectResources([]));
const generated = openApi as unknown as ApiPart; // the compiler infers the type from the file content

describe('generated/openapi.json', () => {
  test('contains no built-in types and endpoints, so that a newer package never makes it stale', () => {
    const names = new Set(builtInResources().map(({ name }) => name));
    const tags = generated.tags?.map(({ name }) => name) ?? [];
    expect(tags.filter((name) => names.has(name))).toEqual([]);
    expect(Object.keys(generated.paths).filter((path) => path in core.paths)).toEqual([]);
    const own = Object.values(generated.components ?? {}).flatMap((members: object) => Object.keys(members));
    expect(own.filter((name) => !tags.includes(name.replace(/\..*/, '')))).toEqual([]);
  });

  test('references only schemas that the document or the package defines', () => {
    const document = buildApiDocument([core, generated], FACTS);
    const kinds = ['parameters', 'requestBodies', 'responses', 'schemas'];
    expect(() => resolveReferences(document, kinds)).not.toThrow();
  });
});

describe('buildApiDocument', () => {
  const answer = { 200: { description: 'The hits.' } };
  const hits: ApiPart = {
    tags: [{ name: 'Hits', description: 'How often pages are read.' }],
    paths: {
      '/hits': {
        get: operation({
          id: 'hits',
          tag: 'Hits',
          summary: 'Counts.',
          description: 'All.',
          responses: answer,
        }),
      },
      '/_/layouts': {
        delete: operation({
          id: 'leave',
          tag: 'Hits',
          summary: 'Leaves.',
          description: 'For good.',
          responses: answer,
        }),
      },
    },
  };

  test('adds the endpoints of another part, with the prefix, in order', () => {
    const { paths = {}, tags = [] } = buildApiDocument([core, hits], FACTS);
    expect(paths['/_api/hits']?.get?.operationId).toBe('hits');
    const names = Object.keys(paths);
    expect(names).toEqual([...names].sort());
    expect(tags.map(({ name }) => name)).toContain('Hits');
  });

  test('keeps the methods of a path to which another part adds one', () => {
    const { paths = {} } = buildApiDocument([core, hits], FACTS);
    expect(Object.keys(paths['/_api/_/layouts'] ?? {})).toEqual(['get', 'post', 'delete']);
  });
});

describe('resourcePaths', () => {
  test.each(
    builtInResources().map((descriptor) => [descriptor.name, documentDescriptor(descriptor)] as const),
  )('of %s reference the schemas and path items that are shared by types', (_name, resource) => {
    const own = ownComponents(resource);
    const { parameters, responses } = SHARED_COMPONENTS;
    const components = { ...own, responses, parameters: { ...parameters, ...own.parameters } };
    const paths = resourcePaths(resource);
    expect(JSON.stringify(paths)).toContain('#/components/responses/');
    expect(JSON.stringify(resolveReferences({ paths, components }).paths)).not.toMatch(
      /#\/components\/(?:parameters|requestBodies|responses)\//,
    );
  });
});

describe('referInSchema', () => {
  test('replaces shared schemas in members, lists and alternatives, and not in values', () => {
    const iri: SchemaObject = { type: ['string', 'null'], format: 'iri-reference' };
    const shared = { $ref: '#/components/schemas/NullableIri' };
    expect(
      referInSchema({
        properties: { one: iri, many: { type: 'array', items: iri } },
        anyOf: [iri, { type: 'object', additionalProperties: iri }],
        default: { one: iri },
      }),
    ).toEqual({
      properties: { one: shared, many: { type: 'array', items: shared } },
      anyOf: [shared, { type: 'object', additionalProperties: shared }],
      default: { one: iri },
    });
  });
});
