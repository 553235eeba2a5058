import type { JsonObject } from '../../kernel/contract/json.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { answerOf, problem, refusals } from '../../kernel/serializer/operation-parts.js';

export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Duplicate: { type: 'object', description: 'The copy, as a document of its type.' },
  DuplicateRequest: {
    type: 'object',
    description: 'Members of the copy that replace those of the original.',
  },
};

export const describeDuplicate = ({ name }: Pick<RegisteredResource, 'name'>): JsonObject => ({
  summary: `Duplicates a ${name} with its content.`,
  description:
    'Requires permission to read all copied resources and to create new ones. Groups, positions, files, and components that are not used elsewhere are copied; other components are shared. The copy has no route and is not published. The request is atomic.',
  requestBody: {
    required: false,
    content: { 'application/ld+json': { schema: { $ref: '#/components/schemas/DuplicateRequest' } } },
  },
  responses: {
    '201': answerOf('The copy.', { $ref: '#/components/schemas/Duplicate' }),
    '400': problem('The body is invalid.'),
    ...refusals('Unauthorized', 'Forbidden'),
    '404': problem('The record does not exist, or the caller is not allowed to read it.'),
    '415': problem('The media type of the body is not JSON.'),
    '422': problem('The copy would violate a constraint, such as a unique value.'),
  },
});
