import type { SchemaObject } from 'openapi3-ts/oas31';
import { ENVELOPE } from './documented-resource.js';
import { schemaRef } from './schema-ref.js';

const TEXT: SchemaObject = { type: 'string' };

const problem: Readonly<Record<string, SchemaObject>> = {
  '@context': {},
  '@id': TEXT,
  '@type': TEXT,
  type: TEXT,
  title: TEXT,
  detail: TEXT,
  description: TEXT,
  status: { type: 'integer' },
};

/** Schemas that no descriptor gives: errors, envelopes, and built-in types that are not stored records. */
export const SHARED_SCHEMAS: Readonly<Record<string, SchemaObject>> = {
  Error: {
    type: 'object',
    properties: problem,
    required: ['status', 'title', 'detail'],
  },
  Unauthorized: {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { type: 'integer', const: 401 }, message: TEXT, detail: TEXT },
  },
  ConstraintViolation: {
    type: 'object',
    required: ['status', 'violations'],
    properties: {
      ...problem,
      violations: {
        type: 'array',
        items: {
          type: 'object',
          required: ['propertyPath', 'message'],
          properties: {
            propertyPath: TEXT,
            message: TEXT,
            code: { type: ['string', 'null'] },
            hint: TEXT,
            payload: {},
          },
        },
      },
    },
  },
  CollectionEnvelope: {
    type: 'object',
    required: ['member', 'totalItems'],
    properties: {
      '@context': {},
      '@id': TEXT,
      '@type': TEXT,
      totalItems: { type: 'integer', minimum: 0 },
      member: { type: 'array', items: {} },
      view: {
        type: 'object',
        properties: { '@id': TEXT, '@type': TEXT, first: TEXT, last: TEXT, previous: TEXT, next: TEXT },
      },
      search: { type: 'object', additionalProperties: true },
    },
  },
  ResourceManifest: {
    type: 'object',
    required: ['resource_iris'],
    description: 'Trees of IRIs, one for each depth of nested pages.',
    properties: {
      '@context': TEXT,
      resource_iris: { type: 'array', items: schemaRef('ResourceManifestNode') },
    },
  },
  ResourceManifestNode: {
    type: 'object',
    required: ['iri', 'children'],
    properties: {
      iri: { type: 'string', format: 'iri-reference' },
      children: { type: 'array', items: schemaRef('ResourceManifestNode') },
    },
  },
  RouteTreeNode: {
    type: 'object',
    required: ['route', 'path', 'children'],
    properties: {
      route: { type: 'string', format: 'iri-reference' },
      path: TEXT,
      children: { type: 'array', items: schemaRef('RouteTreeNode') },
    },
  },
  'Route.generation': {
    type: 'object',
    description: 'The page, or the page data record, that the route is to lead to.',
    properties: {
      page: { type: ['string', 'null'], format: 'iri-reference' },
      pageData: { type: ['string', 'null'], format: 'iri-reference' },
      name: { type: ['string', 'null'], description: 'Name of the route; its path when it is left out.' },
      redirect: { type: ['string', 'null'], format: 'iri-reference' },
      liveAt: { type: ['string', 'null'], format: 'date-time' },
    },
    anyOf: [{ required: ['page'] }, { required: ['pageData'] }, { required: ['redirect'] }],
  },
  'PageDataMetadata.jsonld': {
    type: 'object',
    properties: {
      ...ENVELOPE,
      resourceClass: TEXT,
      properties: {
        type: 'array',
        items: { type: 'object', properties: { property: TEXT, componentShortName: TEXT } },
      },
    },
  },
};
