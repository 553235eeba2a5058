import type { JsonObject } from '../../kernel/contract/json.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { answerOf, problem, refusals } from '../../kernel/serializer/operation-parts.js';

export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Duplicate: { type: 'object', description: 'The copy, as a document of its type.' },
  DuplicateRequest: {
    type: 'object',
    description: 'Members that the copy is to have in place of those of the original.',
  },
};

export const describeDuplicate = ({ name }: Pick<RegisteredResource, 'name'>): JsonObject => ({
  summary: `Make a ${name} again, with what stands on it.`,
  description:
    'For callers who may read it and all that is copied, and create the like. Groups, positions and components that stand nowhere else are copied, files too; others are shared. The copy has no route and is no public version. It is done as a whole or not at all.',
  requestBody: {
    required: false,
    content: { 'application/ld+json': { schema: { $ref: '#/components/schemas/DuplicateRequest' } } },
  },
  responses: {
    '201': answerOf('The copy.', { $ref: '#/components/schemas/Duplicate' }),
    '400': problem('The body cannot be read.'),
    ...refusals('Unauthorized', 'Forbidden'),
    '404': problem('There is no such record, or the caller may not read it.'),
    '415': problem('The body is of another type than JSON.'),
    '422': problem('The copy would break a rule: a value that has to be unique, as a rule.'),
  },
});
