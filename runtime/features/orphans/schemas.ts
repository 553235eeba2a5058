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
    description: 'Exactly one of these members.',
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
        description:
          'Files that the service has written and that no record references. Only these can be deleted.',
      },
      unknownFiles: {
        ...files,
        description: 'Files of unknown origin that no record references. They are never deleted.',
      },
      missingFiles: {
        description: 'Paths that a record references but that do not exist.',
        type: 'array',
        items: {
          type: 'object',
          properties: { resource: { type: 'string', format: 'iri-reference' }, ...file.properties },
        },
      },
      invalidFiles: {
        description:
          'Files that a record references and that violate the current constraints of their field. They are never changed or deleted.',
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
    description: 'Exactly one of these members.',
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
