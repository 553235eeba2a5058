import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import { printOpenApi } from '../../../../generator/emit/openapi.js';
import { buildModel } from '../../../../generator/model/build-model.js';
import { parseSchemas, readSchemas } from '../../../../generator/schema/load-schemas.js';
import { validateSchemas } from '../../../../generator/checks/validate-schemas.js';
import type { ApiPart } from '../../../../runtime/kernel/contract/http/api-part.js';
import { buildApiDocument } from '../../../../runtime/openapi/api-document.js';
import { describeCore } from '../../../../runtime/openapi/core-part.js';
import { documentedAccounts } from '../../../support/documented-accounts.js';
import { resolveReferences } from '../../../support/resolve-references.js';
import { projectResources } from '../../../../runtime/project/project-types.js';

const FACTS = {
  apiPrefix: '',
  publicUrl: 'https://example.com',
  websiteName: 'Sample',
  version: '1',
  documentation: { title: null, contact: null, license: null },
};

describe('the API document of the sample site', () => {
  let served: OpenAPIObject;
  /** The same document with its references resolved, except those to schemas. */
  let document: OpenAPIObject;

  beforeAll(async () => {
    const loaded = parseSchemas(await readSchemas(process.cwd()));
    const own = JSON.parse(printOpenApi(buildModel(validateSchemas(loaded)))) as ApiPart; // in the form in which its validity is tested
    served = buildApiDocument([describeCore(projectResources([])), documentedAccounts(), own], FACTS);
    document = resolveReferences(served);
  });

  test('is a valid OpenAPI 3.1 document for an independent validator', async () => {
    const rules = {
      struct: 'error',
      'no-unresolved-refs': 'error',
      'operation-operationId-unique': 'error',
      'operation-parameters-unique': 'error',
      'path-parameters-defined': 'error',
      'no-identical-paths': 'error',
      'no-duplicated-tag-names': 'error',
    } as const;
    const config = await createConfig({ rules });
    const problems = await lintFromString({ source: JSON.stringify(served), config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
  });

  test('lists the operations of a publishable component', () => {
    expect(Object.keys(document.paths?.['/component/titles'] ?? {})).toEqual(['get', 'post']);
    expect(Object.keys(document.paths?.['/component/titles/{id}'] ?? {})).toEqual([
      'get',
      'put',
      'patch',
      'delete',
    ]);
    expect(document.paths?.['/component/titles/{id}']?.get?.summary).toBe('Retrieves a Title resource.');
    expect(document.paths?.['/component/titles/{id}/usage']?.get).toBeDefined();
  });

  test('names the parameters of a list', () => {
    const parameters = document.paths?.['/page_data/blog_article_datas']?.get?.parameters ?? [];
    expect(parameters.map((parameter) => ('name' in parameter ? parameter.name : ''))).toEqual([
      'page',
      'perPage',
      'search',
      'order[title]',
      'order[createdAt]',
      'path',
    ]);
  });

  test('describes uploads as multipart with one part per field, and all members of a body, lists and objects as JSON', () => {
    const schemas = document.components?.schemas as Record<string, SchemaObject>;
    const content = { 'multipart/form-data': { schema: { $ref: '#/components/schemas/Image.form' } } };
    for (const path of ['/component/images', '/component/images/upload', '/component/images/{id}/upload'])
      expect(document.paths?.[path]?.post?.requestBody).toMatchObject({ content });
    const input = schemas['Image.jsonld-input']?.properties ?? {};
    const json = (name: string) => ({
      ...{ type: 'string', contentMediaType: 'application/json', contentSchema: input[name] },
    });
    expect(schemas['Image.form']?.properties).toEqual({
      ...input,
      uiClassNames: json('uiClassNames'),
      componentGroups: json('componentGroups'),
      componentPositions: json('componentPositions'),
      file: { type: 'string', format: 'binary' },
    });
  });

  test.each([
    '/',
    '/login',
    '/logout',
    '/me',
    '/token/refresh',
    '/password/reset',
    '/users',
    '/_/routes/generate',
    '/_/routes/{id}/children',
    '/_/routes/{id}/redirects',
    '/_/resource_manifest/{id}',
    '/_/page_data_metadatas',
    '/_/site_config_parameters/{key}',
    '/_/health',
    '/component/collections',
    '/_/pages',
    '/_/layouts/{id}',
  ])('documents %s', (path) => {
    expect(Object.keys(document.paths ?? {})).toContain(path);
  });

  test('documents users with members that can be sent but are never shown', () => {
    const { 'User.jsonld': read, 'User.jsonld-input': input } = document.components?.schemas ?? {};
    expect(read).toMatchObject({ properties: { username: { maxLength: 255 } } });
    expect(read).not.toHaveProperty('properties.plainPassword');
    expect(input).toMatchObject({ properties: { plainPassword: { format: 'password' } } });
  });

  test('names the site as the contact and reserves all rights, unless the configuration sets them', () => {
    const site = { name: 'Sample', url: 'https://example.com' };
    expect(document.info).toMatchObject({
      title: 'Sample',
      contact: site,
      license: { name: 'All rights reserved', url: 'https://example.com' },
    });
    const documentation = {
      title: 'Sample API',
      contact: { email: 'api@example.com' },
      license: { name: 'MIT', identifier: 'MIT' },
    };
    expect(buildApiDocument([], { ...FACTS, documentation }).info).toMatchObject(documentation);
  });

  test('gives record IRIs an example with the API prefix', () => {
    const { components } = buildApiDocument([describeCore(projectResources([]))], {
      ...FACTS,
      apiPrefix: '/_api',
    });
    expect(components?.schemas?.['NullableIri']).toEqual({
      type: ['string', 'null'],
      format: 'iri-reference',
      examples: ['/_api/_/pages/3f2b8c1e-6d4a-4a57-9a0e-5b1c7d2e9f10'],
    });
  });

  test('describes each problem with a body of its own status', () => {
    const responses = Object.values(served.components?.responses ?? {}) as ResponseObject[]; // without references
    const statuses = responses.flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ example }) =>
        example === undefined ? [] : [(example.status ?? example.code) as number],
      ),
    );
    expect(statuses.sort()).toEqual([400, 401, 403, 404, 412, 413, 415, 422, 428, 429, 503]);
    expect(served.components?.schemas?.['Error']).not.toHaveProperty('examples');
  });

  test('describes each operation, each tag and the content of lists', () => {
    const operations = Object.values(document.paths ?? {}).flatMap(
      (item) => Object.values(item) as OperationObject[],
    );
    expect(operations.filter(({ description = '' }) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
    expect(document.tags?.filter(({ description = '' }) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
    expect(document.tags).toContainEqual({ name: 'Title', description: 'A heading.' });
    const lists: string[] = [];
    const visit = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { type } = value as { type?: unknown };
      if ([type].flat().includes('array') && !('items' in value)) lists.push(place);
      for (const [name, member] of Object.entries(value)) visit(member, `${place}/${name}`);
    };
    visit(served.components?.schemas, '');
    expect(lists).toEqual([]);
  });

  test('states the maximum page size once, because larger values are reduced instead of refused', () => {
    const parameter = served.components?.parameters?.['PerPage'] as ParameterObject; // as written
    expect(parameter.schema).not.toHaveProperty('maximum');
    expect(parameter.description).toBe('Number of records per page. Larger values are reduced to 100.');
  });

  test('documents every built-in type with a read and an input schema', () => {
    const schemas = Object.keys(document.components?.schemas ?? {});
    for (const { name } of projectResources([])) {
      expect(schemas).toContain(`${name}.jsonld`);
      expect(schemas).toContain(`${name}.jsonld-input`);
    }
  });
});
