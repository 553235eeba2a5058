import type { JsonObject, JsonValue } from '../contract/json.js';

export interface OpenApiFacts {
  readonly apiPrefix: string;
  readonly publicUrl: string;
  readonly websiteName: string;
  readonly version: string;
  /** Collection paths of built-in types that the configuration switches off. */
  readonly disabledPaths?: readonly string[];
}

/** The generated OpenAPI document with what only the deployment knows: prefix, server, name, version. */
export function buildOpenApiDocument(generated: JsonObject, facts: OpenApiFacts): JsonObject {
  const { websiteName, version, publicUrl } = facts;
  return {
    ...generated,
    info: {
      ...objectOf(generated['info']),
      title: websiteName,
      description: `API for ${websiteName}`,
      version,
    },
    servers: [{ url: publicUrl }],
    paths: prefixPaths(objectOf(generated['paths']), facts),
  };
}

function prefixPaths(paths: JsonObject, { apiPrefix, disabledPaths = [] }: OpenApiFacts): JsonObject {
  const isDisabled = (path: string): boolean =>
    disabledPaths.some((disabled) => path === disabled || path.startsWith(`${disabled}/`));
  const enabled = Object.entries(paths).filter(([path]) => !isDisabled(path));
  return Object.fromEntries(enabled.map(([path, item]) => [prefixPath(path, apiPrefix), item]));
}

/** The entrypoint answers at the bare prefix. */
const prefixPath = (path: string, prefix: string): string =>
  path === '/' && prefix !== '' ? prefix : prefix + path;

function objectOf(value: JsonValue | undefined): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : {}; // neither null nor an array
}
