import type { Endpoint } from '../contract/http/http.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import { objectOf } from '../util/json-object.js';

/** The paths that a feature answers over HTTP. */
export interface FeatureEndpoints {
  readonly name: string;
  /** Groups its operations in the documentation; its name does where that is absent. */
  readonly tag?: { readonly name: string; readonly description: string };
  readonly endpoints: readonly Endpoint[];
  /** Components of their documentation, by name. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** JSON-LD terms of documents that show no record. */
  readonly contexts: Readonly<Record<string, JsonObject>>;
  /** Parameters and answers that operations refer to, by name. */
  readonly parameters: Readonly<Record<string, JsonObject>>;
  readonly responses: Readonly<Record<string, JsonObject>>;
}

/**
 * The OpenAPI paths of all endpoints of features that are documented, without the API prefix; parameters of patterns that
 * the documentation leaves out are added to it.
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

/** The path of an endpoint as documents print it, which know no parameter that takes the rest. */
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

/** Whoever reads the session refuses one that is over, and says so whether anybody may ask or not. */
const SESSION_OVER: JsonObject = { '401': { $ref: '#/components/responses/Unauthorized' } };

/** `hits`, `POST`, `/hits/{path*}` -> `hits-post-hits-path`; no two operations of a document have the same. */
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
