import type { JsonObject } from '../../kernel/contract/json.js';

const iris = { type: 'array', items: { type: 'string', format: 'iri-reference' } };
const lists = { componentGroups: iris, componentPositions: iris, components: iris };

/** What the documentation of the endpoints refers to. */
export const ORPHAN_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  OrphanedResources: {
    type: 'object',
    properties: { generatedAt: { type: 'string', format: 'date-time' }, ...lists },
  },
  OrphansToDelete: {
    description: 'Exactly one of both.',
    type: 'object',
    properties: { iris, all: { type: 'boolean', const: true } },
  },
  DeletedOrphans: {
    type: 'object',
    properties: {
      deleted: { type: 'object', properties: lists },
      rejected: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            iri: { type: 'string' },
            reason: { type: 'string', enum: ['not_orphaned', 'not_found'] },
          },
        },
      },
    },
  },
};
