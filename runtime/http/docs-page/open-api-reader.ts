import type { JsonObject, JsonValue } from '../../contract/json.js';

/** One operation as the page prints it. */
export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly tag: string;
  readonly parameters: readonly JsonObject[];
  /** Media type to schema. */
  readonly body: JsonObject;
  /** Status to response. */
  readonly responses: JsonObject;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Reads the operations out of an OpenAPI document; anything misshapen reads as empty. */
export function readOperations(document: JsonObject): readonly DocumentedOperation[] {
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) => {
    const members = asObject(item);
    return METHODS.filter((method) => method in members).map((method) =>
      readOperation(
        document,
        { path, method, shared: listAt(members, 'parameters') },
        objectAt(members, method),
      ),
    );
  });
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly shared: readonly JsonValue[];
}

function readOperation(document: JsonObject, place: Place, operation: JsonObject): DocumentedOperation {
  const parameters = [...place.shared, ...listAt(operation, 'parameters')];
  const responses = Object.entries(objectAt(operation, 'responses'));
  return {
    method: place.method.toUpperCase(),
    path: place.path,
    summary: textAt(operation, 'summary'),
    description: textAt(operation, 'description'),
    deprecated: operation['deprecated'] === true,
    tag: asText(listAt(operation, 'tags')[0]) || 'Other',
    parameters: parameters.map((parameter) => resolveReference(document, asObject(parameter))),
    body: objectAt(resolveReference(document, objectAt(operation, 'requestBody')), 'content'),
    responses: Object.fromEntries(
      responses.map(([status, response]) => [status, resolveReference(document, asObject(response))]),
    ),
  };
}

/** Follows `#/components/...` once or more; a broken reference reads as an empty object. */
export function resolveReference(document: JsonObject, value: JsonObject): JsonObject {
  let current = value;
  for (let hops = 0; hops < 10; hops += 1) {
    const reference = textAt(current, '$ref');
    if (!reference.startsWith('#/')) return current;
    let target: JsonObject = document;
    for (const part of reference.slice(2).split('/')) {
      target = objectAt(target, part.replaceAll('~1', '/').replaceAll('~0', '~'));
    }
    current = target;
  }
  return {};
}

export const objectAt = (object: JsonObject, member: string): JsonObject => asObject(object[member]);
export const textAt = (object: JsonObject, member: string): string => asText(object[member]);

export function listAt(object: JsonObject, member: string): readonly JsonValue[] {
  const value = object[member];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : []; // an array of JSON holds JSON
}

export function asObject(value: JsonValue | undefined): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : {}; // neither null nor an array
}

export const asText = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
