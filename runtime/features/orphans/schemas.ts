import type { JsonObject } from '../../kernel/contract/json.js';

const iris = { type: 'array', items: { type: 'string', format: 'iri-reference' } };
const file = {
  type: 'object',
  properties: { adapter: { type: 'string' }, path: { type: 'string' } },
};
const files = { type: 'array', items: file };
const lists = { componentGroups: iris, componentPositions: iris, components: iris };

const rejected = (properties: JsonObject): JsonObject => ({
  type: 'array',
  items: { type: 'object', properties },
});

/** OpenAPI schemas of the endpoints. */
export const ORPHAN_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  OrphanedResources: {
    type: 'object',
    properties: { generatedAt: { type: 'string', format: 'date-time' }, ...lists },
  },
  OrphansToDelete: {
    description: 'Exactly one of both.',
    type: 'object',
    properties: { iris: { ...iris, minItems: 1 }, all: { type: 'boolean', not: { const: false } } },
    oneOf: [{ required: ['iris'] }, { required: ['all'] }],
  },
  OrphanedFiles: {
    type: 'object',
    properties: {
      generatedAt: { type: 'string', format: 'date-time' },
      orphanedFiles: {
        ...files,
        description: 'No record holds them, and the service has written them. Only these can be deleted.',
      },
      unknownFiles: {
        ...files,
        description:
          'No record holds them, and nothing shows that the service has written them. Never deleted.',
      },
      missingFiles: {
        description: 'A record holds the path, and there is no file.',
        type: 'array',
        items: {
          type: 'object',
          properties: { resource: { type: 'string', format: 'iri-reference' }, ...file.properties },
        },
      },
      invalidFiles: {
        description:
          'A record holds the file, and the present rules of its field would refuse it. Never changed nor deleted.',
        type: 'array',
        items: {
          type: 'object',
          properties: {
            resource: { type: 'string', format: 'iri-reference' },
            field: { type: 'string' },
            ...file.properties,
            violations: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  },
  FilesToDelete: {
    description: 'Exactly one of both.',
    type: 'object',
    properties: {
      paths: { type: 'array', minItems: 1, items: { type: 'string' } },
      all: { type: 'boolean', not: { const: false } },
    },
    oneOf: [{ required: ['paths'] }, { required: ['all'] }],
  },
  DeletedFiles: {
    type: 'object',
    properties: {
      deleted: files,
      rejected: rejected({
        path: { type: 'string' },
        reason: { type: 'string', enum: ['unknown', 'not_orphaned', 'not_found', 'delete_failed'] },
      }),
    },
  },
  DeletedOrphans: {
    type: 'object',
    properties: {
      deleted: { type: 'object', properties: lists },
      rejected: rejected({
        iri: { type: 'string' },
        reason: { type: 'string', enum: ['not_orphaned', 'not_found'] },
      }),
    },
  },
};
