import type { JsonObject, JsonValue } from '../json.js';
import type { FieldDescriptor } from '../schema/resource.js';

/** Members of a field descriptor that are needed to read and store request values. */
const FACTS: ReadonlySet<string> = new Set([
  ...['kind', 'name', 'writable', 'type', 'accepts'],
  ...['nullable', 'default', 'length', 'precision', 'scale'],
]);

const KINDS: ReadonlySet<string> = new Set(['scalar', 'to-one', 'inverse-one', 'to-many']);

/**
 * Returns whether a field appears unchanged in request bodies. Positions have their own notation, and files
 * are not part of a body.
 */
export const isInBodies = ({ kind, name }: Pick<FieldDescriptor, 'kind' | 'name'>): boolean =>
  KINDS.has(kind) && name !== 'componentPositions';

/** Returns the facts about a field that front ends need to validate a request body. */
export const bodyFacts = (field: object): JsonObject =>
  // Field descriptors are plain JSON data.
  Object.fromEntries(Object.entries(field).filter(([key]) => FACTS.has(key))) as Record<string, JsonValue>;
