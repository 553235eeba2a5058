import type { Endpoint } from '../contract/http/http.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import { objectOf } from '../util/json-object.js';

/** HTTP endpoints of a feature with their documentation. */
export interface FeatureEndpoints {
  readonly name: string;
  /** OpenAPI tag of its operations; default: the feature's name. */
  readonly tag?: { readonly name: string; readonly description: string };
  readonly endpoints: readonly Endpoint[];
  /** Schemas of the documentation, by name. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** JSON-LD terms of documents that show no record. */
  readonly contexts: Readonly<Record<string, JsonObject>>;
  /** Parameters and responses that operations refer to, by name. */
  readonly parameters: Readonly<Record<string, JsonObject>>;
  readonly responses: Readonly<Record<string, JsonObject>>;
}

/**
 * Returns the OpenAPI paths of all documented feature endpoints, without the API prefix. Path parameters
 * missing in the documentation are added.
 */
export function featurePaths(
  features: readonly Pick<FeatureEndpoints, 'name' | 'tag' | 'endpoints'>[],
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const feature of features) {
    for (const endpoint of feature.endpoints) {
      if (endpoint.documentation === undefined) continue;
      const path = documentedPath(endpoint);
      const operation = operationOf(feature, endpoint, endpoint.documentation);
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
    }
  }
  return paths;
}

/** Returns an endpoint's path for the documentation, where OpenAPI has no catch-all parameters. */
export const documentedPath = ({ pattern }: Pick<Endpoint, 'pattern'>): string =>
  pattern.replaceAll(/\{(\w+)\*\}/g, '{$1}');

function operationOf(
  { name, tag }: Pick<FeatureEndpoints, 'name' | 'tag'>,
  { method, pattern, authentication }: Endpoint,
  documentation: JsonObject,
): JsonObject {
  const parameters = parametersOf(pattern, documentation['parameters']);
  return {
    operationId: operationId(name, method, pattern),
    tags: [tag?.name ?? name],
    ...documentation,
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: {
      ...(authentication === 'none' || authentication === 'own' ? {} : SESSION_OVER),
      ...objectOf(documentation['responses'] ?? { default: { description: 'The response.' } }),
    },
  };
}

/** Endpoints that read the session reject an expired one, even if they are public. */
const SESSION_OVER: JsonObject = { '401': { $ref: '#/components/responses/Unauthorized' } };

/** Returns a unique operation id: `hits`, `POST`, `/hits/{path*}` -> `hits-post-hits-path`. */
function operationId(feature: string, method: string, pattern: string): string {
  const words = pattern.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return [feature, method.toLowerCase(), ...words].join('-');
}

function parametersOf(pattern: string, documented: JsonValue | undefined): readonly JsonValue[] {
  const given: readonly JsonValue[] = Array.isArray(documented) ? documented : [];
  const isGiven = (name: string): boolean =>
    given.some((parameter) => objectOf(parameter)['in'] === 'path' && objectOf(parameter)['name'] === name);
  const found = [...pattern.matchAll(/\{(\w+)(\*?)\}/g)].flatMap(([, name = '', rest]) =>
    isGiven(name) ? [] : [pathParameter(name, rest === '*')],
  );
  return [...found, ...given];
}

function pathParameter(name: string, isRest: boolean): JsonObject {
  return {
    name,
    in: 'path',
    required: true,
    ...(isRest ? { description: 'The rest of the path, including slashes.' } : {}),
    schema: { type: 'string' },
  };
}
