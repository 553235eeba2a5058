import type { JsonObject } from '../../../kernel/contract/json.js';
import { refusals } from '../../../kernel/serializer/operation-parts.js';

/** Documents a response with one of the schemas. */
export const documented = (schema: string): JsonObject => ({
  content: { 'application/ld+json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

export const REFUSALS = refusals('Unauthorized', 'Forbidden');
