import type { SchemaObject } from 'openapi3-ts/oas31';
import type { JsonObject } from '../kernel/contract/json.js';
import type { Components } from '../kernel/contract/http/api-part.js';
import {
  CLASS_NAMES,
  IRI_LIST,
  MEDIA_OBJECT,
  metadataSchema,
  NULLABLE_IRI,
  NULLABLE_TEXT,
  PUBLISHABLE_METADATA,
  RECORD_ID,
  TIME_STAMP,
  WRITTEN_POSITIONS,
} from './member-schemas.js';
import { namedProblems } from './problems.js';
import { SHARED_BY_TYPES } from './shared-by-types.js';
import { ENVELOPE } from './documented-resource.js';
import { schemaRef } from './component-ref.js';

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

/** Fields of a 412 response about the current version of a record. */
const presentVersion: Readonly<Record<string, SchemaObject>> = {
  version: { type: 'integer' },
  author: { type: ['string', 'null'] },
  date: { type: ['string', 'null'], format: 'date-time' },
};

/** Schemas without a descriptor: errors, envelopes, and built-in types that are not stored records. */
const SHARED_SCHEMAS: Readonly<Record<string, SchemaObject>> = {
  Error: {
    type: 'object',
    properties: { ...problem, ...presentVersion, requestId: TEXT },
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
            hint: { type: 'string', description: 'Expected form of the value, with an example.' },
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
      documents: {
        type: 'array',
        description: 'With `embed=documents`: the document of each resource that the caller can read.',
        items: { type: 'object', additionalProperties: true },
      },
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
    description: 'The page or page data record that the route leads to.',
    properties: {
      page: { type: ['string', 'null'], format: 'iri-reference' },
      pageData: { type: ['string', 'null'], format: 'iri-reference' },
      name: { type: ['string', 'null'], description: 'Name of the route; default: its path.' },
      redirect: { type: ['string', 'null'], format: 'iri-reference' },
      liveAt: { type: ['string', 'null'], format: 'date-time' },
      expiresAt: { type: ['string', 'null'], format: 'date-time' },
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

const MEMBERS: Readonly<Record<string, JsonObject>> = {
  ClassNames: CLASS_NAMES,
  DocumentMetadata: metadataSchema(false),
  IriList: IRI_LIST,
  MediaObject: MEDIA_OBJECT,
  NullableIri: NULLABLE_IRI,
  NullableText: NULLABLE_TEXT,
  PublishableDocumentMetadata: metadataSchema(true),
  PublishableMetadata: PUBLISHABLE_METADATA,
  RecordId: RECORD_ID,
  TimeStamp: TIME_STAMP,
  WrittenPositions: WRITTEN_POSITIONS,
};

/**
 * Components that paths and schemas of any type reference. Names of a type's own components start with the type's
 * name.
 */
export const SHARED_COMPONENTS = {
  parameters: { ...SHARED_BY_TYPES.parameters },
  responses: { ...namedProblems(), ...SHARED_BY_TYPES.responses },
  // A JSON Schema object is a schema object of OpenAPI 3.1.
  schemas: { ...SHARED_SCHEMAS, ...(MEMBERS as Record<string, SchemaObject>) },
} satisfies Components;
