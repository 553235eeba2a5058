import type { JsonObject, JsonValue } from '../json.js';
import type { FieldDescriptor } from '../schema/resource.js';

/** What of the description of a member reading and storing what is sent asks for. */
const FACTS: ReadonlySet<string> = new Set([
  ...['kind', 'name', 'writable', 'type', 'accepts'],
  ...['nullable', 'default', 'length', 'precision', 'scale'],
]);

const KINDS: ReadonlySet<string> = new Set(['scalar', 'to-one', 'inverse-one', 'to-many']);

/** Whether bodies have such a member as it is: positions are written in a notation of their own, files are no members of a body. */
export const isInBodies = ({ kind, name }: Pick<FieldDescriptor, 'kind' | 'name'>): boolean =>
  KINDS.has(kind) && name !== 'componentPositions';

/** What front ends need to know of a member of a body to judge it. */
export const bodyFacts = (field: object): JsonObject =>
  // Descriptors are plain data.
  Object.fromEntries(Object.entries(field).filter(([key]) => FACTS.has(key))) as Record<string, JsonValue>;
