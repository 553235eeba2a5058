import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { completeDescriptor } from '../../../runtime/kernel/contract/schema/complete-descriptor.js';
import type { DocumentationDeps } from '../../../runtime/features/documentation/documentation.js';
import { PUBLIC_URL } from './support.js';

const BASE = {
  attributes: {},
  positionRestricted: false,
  security: {},
  pagination: {
    enabled: true,
    itemsPerPage: 30,
    maximumItemsPerPage: 100,
    clientItemsPerPage: true,
    clientEnabled: false,
  },
  order: [],
  orderFields: [],
  searchFields: [],
  filters: [],
  unique: [],
  indexes: [],
  validate: () => undefined,
  validationGroups: { create: [], update: [] },
  readGroups: [],
  writeGroups: [],
  renamedFrom: [],
} satisfies Partial<ResourceDescriptor>;

const scalar = (name: string, type: 'string' | 'datetime') =>
  ({
    kind: 'scalar',
    name,
    column: name,
    type,
    accepts: ['string'],
    nullable: true,
    readable: true,
    writable: true,
  }) as const;

const heroImage: ResourceDescriptor = {
  ...BASE,
  name: 'HeroImage',
  kind: 'component',
  classIdentifier: 'HeroImage',
  description: 'A large picture with <script>alert(1)</script> a title.',
  path: '/component/hero_images',
  table: 'hero_image',
  positionRestricted: true,
  operations: ['collection', 'create', 'read', 'update', 'delete'],
  fields: [
    scalar('title', 'string'),
    scalar('publishedAt', 'datetime'),
    {
      kind: 'to-one',
      name: 'route',
      target: 'Route',
      column: 'route_id',
      nullable: true,
      onDelete: 'set-null',
      readable: true,
      writable: true,
    },
    { ...scalar('secret', 'string'), readable: false, writable: false },
  ],
};
const layout: ResourceDescriptor = {
  ...BASE,
  name: 'Layout',
  kind: 'core',
  classIdentifier: 'Layout',
  path: '/_/layouts',
  table: 'layout',
  operations: ['collection', 'read'],
  fields: [scalar('reference', 'string')],
};
const hidden: ResourceDescriptor = {
  ...layout,
  name: 'ItemOnly',
  path: '/_/item_only',
  operations: ['read'],
};

const id = {
  name: 'id',
  in: 'path' as const,
  required: true,
  schema: { type: 'string' as const, format: 'uuid' },
  description: 'Identifier',
};
const image = { $ref: '#/components/schemas/HeroImage.jsonld' };
const imageContent = { 'application/ld+json': { schema: image } };

/** A small site with enough content for the page and the documents. */
export const DOCUMENTATION: DocumentationDeps = {
  config: {
    apiPrefix: '/_api',
    documentation: { title: null, contact: null, license: null },
    apiVersion: '1.0.0',
    websiteName: 'Sample site',
    metadataKey: '_metadata',
    server: { publicUrl: PUBLIC_URL },
  },
  release: '0.1.0@abc1234',
  resources: [layout, heroImage, hidden].map(completeDescriptor),
  // It is disabled.
  coreResources: [{ ...layout, name: 'Form', path: '/component/forms' }],
  contexts: {},
  parts: [
    {
      tags: [{ name: 'HeroImage', description: `Resource 'HeroImage' operations.` }],
      paths: {
        '/': {
          get: {
            tags: ['Entrypoint'],
            summary: 'Lists the collections.',
            responses: { 200: { description: 'The entrypoint' } },
          },
        },
        '/component/forms': { get: { tags: ['Form'], responses: {} } },
        '/component/hero_images': {
          get: {
            tags: ['HeroImage'],
            summary: 'Retrieves the collection of HeroImage resources.',
            parameters: [
              { $ref: '#/components/parameters/page' },
              { name: 'order[createdAt]', in: 'query', schema: { type: 'string', enum: ['asc', 'desc'] } },
            ],
            responses: { 200: { description: 'A page of the collection', content: imageContent } },
          },
          post: {
            tags: ['HeroImage'],
            summary: 'Creates a HeroImage resource.',
            requestBody: { content: imageContent },
            responses: {
              201: { description: 'Created', content: imageContent },
              422: { description: 'Invalid' },
            },
          },
        },
        '/component/hero_images/{id}': {
          parameters: [id],
          get: {
            tags: ['HeroImage'],
            summary: 'Retrieves a HeroImage resource.',
            responses: { 200: { description: 'Found', content: imageContent } },
          },
          delete: {
            tags: ['HeroImage'],
            summary: 'Removes the HeroImage resource.',
            deprecated: true,
            responses: { 204: { description: 'Removed' } },
          },
        },
      },
      components: {
        parameters: {
          page: {
            name: 'page',
            in: 'query',
            description: 'Number of the page',
            schema: { type: 'integer', minimum: 1, default: 1 },
          },
        },
        schemas: {
          'HeroImage.jsonld': {
            type: 'object',
            description: 'What a reader gets',
            required: ['title'],
            properties: {
              '@id': { type: 'string', readOnly: true },
              title: {
                type: ['string', 'null'],
                maxLength: 255,
                description: 'Printed over the <b>picture</b>',
              },
              tags: { type: 'array', items: { anyOf: [{ type: 'string' }, { const: 7 }] } },
              parent: { oneOf: [image, { type: 'null' }] },
            },
          },
          Extended: { allOf: [image, { type: 'object', properties: { more: { type: 'string' } } }] },
        },
      },
    },
  ],
};
