import type { OpenAPIObject, PathsObject } from 'openapi3-ts/oas31';
import type { ApiPart } from './api-part.js';
import { joinParts } from './join-parts.js';

export interface DeploymentFacts {
  readonly apiPrefix: string;
  readonly publicUrl: string;
  readonly websiteName: string;
  readonly version: string;
  /** Collection paths of built-in types that the configuration switches off. */
  readonly disabledPaths?: readonly string[];
}

/**
 * The OpenAPI 3.1 document of the whole API (components.md section 10): what its parts say, with what only the deployment
 * knows (prefix, server, name, version).
 */
export function buildApiDocument(parts: readonly ApiPart[], facts: DeploymentFacts): OpenAPIObject {
  const { websiteName, version, publicUrl } = facts;
  const { tags, paths, components } = joinParts(parts);
  return {
    openapi: '3.1.0',
    info: { title: websiteName, description: `API for ${websiteName}`, version },
    servers: [{ url: publicUrl }],
    security: [{ authorization: [] }, { authToken: [] }, { cookie: [] }, {}],
    tags: [...tags, ...SERVICE_TAGS],
    paths: prefixPaths(paths, facts),
    components: { ...components, securitySchemes: SECURITY_SCHEMES },
  };
}

/** Groups of operations that belong to no type; they come last. */
const SERVICE_TAGS = [
  {
    name: 'Account',
    description:
      'Sign-in, passwords and addresses. After `login` the session cookie goes with every request.',
  },
  { name: 'Caches', description: 'What shared caches keep, dropped at once.' },
  { name: 'Entrypoint', description: 'Where clients begin.' },
  { name: 'Health', description: 'Readiness of the service.' },
  { name: 'Orphans', description: 'What leads nowhere: reports of it, and its deletion.' },
];

const SECURITY_SCHEMES = {
  authorization: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'Bearer and the token.',
  },
  authToken: { type: 'apiKey', in: 'header', name: 'X-AUTH-TOKEN', description: 'The token.' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'api_component', description: 'The cookie set by /login.' },
} as const;

function prefixPaths(paths: PathsObject, { apiPrefix, disabledPaths = [] }: DeploymentFacts): PathsObject {
  const isDisabled = (path: string): boolean =>
    disabledPaths.some((disabled) => path === disabled || path.startsWith(`${disabled}/`));
  const enabled = Object.entries(paths).filter(([path]) => !isDisabled(path));
  return Object.fromEntries(enabled.map(([path, item]) => [prefixPath(path, apiPrefix), item]));
}

/** The entrypoint answers at the bare prefix. */
const prefixPath = (path: string, prefix: string): string =>
  path === '/' && prefix !== '' ? prefix : prefix + path;
