import { randomUUID } from 'node:crypto';
import type { FieldDescriptor } from '../../kernel/contract/schema/resource.js';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import { expiryOf } from '../../kernel/metadata/expiry.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';
import { isStored } from '../../kernel/records/stored-members.js';
import { cutText } from '../../kernel/util/text/cut-text.js';
import { irisIn, type Source } from './read-source.js';

/**
 * Returns the body that creates a copy: the members that the caller reads and may send. The copy is a draft without
 * route and expiry. Its groups and positions are copied separately.
 */
export function copiedBody({
  resource,
  document,
}: Pick<Source, 'resource' | 'document'>): Record<string, JsonValue> {
  const left = new Set<string | undefined>([
    ...['route', 'componentGroups', 'componentPositions'],
    ...(isPublishable(resource)
      ? [resource.publishable.field, resource.publishable.publishedAssociation]
      : []),
    expiryOf(resource)?.endField,
  ]);
  const body: Record<string, JsonValue> = {};
  for (const field of resource.fields) {
    const value = document[field.name];
    if (!field.writable || !isStored(field) || field.kind === 'upload' || left.has(field.name)) continue;
    if (value === undefined) continue;
    body[field.name] = field.name === 'reference' ? freshReference(String(value)) : sendable(field, value);
  }
  return body;
}

function sendable(field: FieldDescriptor, value: JsonValue): JsonValue {
  if (field.kind === 'to-one') return irisIn(value)[0] ?? null;
  return field.kind === 'to-many' ? [...irisIn(value)] : value;
}

/** Generates a unique reference for a copy, derived from the original's reference. */
export const freshReference = (reference: string): string =>
  `${cutText(reference.replace(/-copy-[0-9a-f]{8}$/, ''), 200)}-copy-${randomUUID().slice(0, 8)}`;

/** Returns the body of a copied group. */
export function copiedGroup(group: JsonObject, member: 'pages' | 'components', owner: string): JsonObject {
  const { reference, location, allowedComponents } = group;
  return {
    reference: freshReference(typeof reference === 'string' ? reference : 'group'),
    ...(location === undefined ? {} : { location }),
    ...(allowedComponents === undefined ? {} : { allowedComponents }),
    [member]: [owner],
  };
}

/** Returns the body of a position in a copied group. */
export function copiedPosition(
  position: JsonObject,
  group: string,
  component: string | undefined,
): JsonObject {
  const { sortValue, pageDataProperty, pageDataClass } = position;
  return {
    componentGroup: group,
    ...(sortValue === undefined ? {} : { sortValue }),
    ...(component === undefined
      ? { pageDataProperty: pageDataProperty ?? null, pageDataClass: pageDataClass ?? null }
      : { component }),
  };
}
