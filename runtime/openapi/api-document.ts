import type {
  ContactObject,
  LicenseObject,
  OpenAPIObject,
  PathItemObject,
  PathsObject,
  TagObject,
} from 'openapi3-ts/oas31';
import type { ApiPart, DescribeOperation } from '../kernel/contract/http/api-part.js';
import { HTTP_METHODS } from '../kernel/contract/http/http.js';
import type { JsonObject } from '../kernel/contract/json.js';
import { byName, joinParts } from './join-parts.js';
import { PREFIX_MARK } from './problems.js';

export interface DeploymentFacts {
  readonly apiPrefix: string;
  readonly publicUrl: string;
  readonly websiteName: string;
  readonly version: string;
  /** Configured description of the API; null fields are not configured. */
  readonly documentation: {
    readonly title: string | null;
    readonly contact: ContactObject | null;
    readonly license: LicenseObject | null;
  };
  /** Tags for the operations of features. */
  readonly tags?: readonly TagObject[];
  /** Collection paths of built-in types that the configuration disables. */
  readonly disabledPaths?: readonly string[];
  /** Additions of features to operations. */
  readonly describeOperation?: DescribeOperation;
}

/**
 * Builds the OpenAPI 3.1 document of the whole API (components.md section 10) from its parts and the facts of the
 * deployment (prefix, server, name, version).
 */
export function buildApiDocument(parts: readonly ApiPart[], facts: DeploymentFacts): OpenAPIObject {
  const { websiteName, version, publicUrl } = facts;
  const { tags, paths, components } = joinParts(parts);
  const { title, contact, license } = facts.documentation;
  const example = `${facts.apiPrefix}${EXAMPLE_IRI}`;
  return {
    openapi: '3.1.0',
    info: {
      title: title ?? websiteName,
      description: `API for ${websiteName}`,
      version,
      contact: contact ?? { name: websiteName, url: publicUrl },
      license: license ?? { name: 'All rights reserved', url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    security: [{ authorization: [] }, { authToken: [] }, { cookie: [] }, {}],
    tags: [...tags, ...byName([...SERVICE_TAGS, ...(facts.tags ?? [])])],
    paths: withIriExamples(prefixPaths(describedPaths(paths, facts), facts), example),
    components: {
      ...withIriExamples(components, example),
      responses: withPrefix(components?.responses ?? {}, facts.apiPrefix),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const EXAMPLE_IRI = '/_/pages/3f2b8c1e-6d4a-4a57-9a0e-5b1c7d2e9f10';
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'example', 'examples', 'required']);

/** Replaces examples of IRIs, which tools would fill with random text. */
function withIriExamples<Value>(value: Value, example: string): Value {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const members = Object.entries(node).map(([name, member]: [string, unknown]) => [
      name,
      VALUES.has(name) ? member : visit(member),
    ]);
    const isIri = 'format' in node && node.format === 'iri-reference' && !('examples' in node);
    return { ...(Object.fromEntries(members) as object), ...(isIri ? { examples: [example] } : {}) };
  };
  return visit(value) as Value; // same shape
}

/** Adds the prefix to addresses in examples of problems. */
function withPrefix<Value>(value: Value, prefix: string): Value {
  return JSON.parse(JSON.stringify(value).replaceAll(PREFIX_MARK, () => prefix)) as Value; // same shape
}

/** Tags of operations that belong to no type; they come last. */
const SERVICE_TAGS = [
  {
    name: 'Account',
    description:
      'Sign-in, passwords and email addresses. After `login`, clients send the session cookie with every request.',
  },
  { name: 'Entrypoint', description: 'Starting point for clients.' },
  { name: 'Health', description: 'Health checks.' },
];

const SECURITY_SCHEMES = {
  authorization: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Bearer` and an access token or session token.',
  },
  authToken: { type: 'apiKey', in: 'header', name: 'X-AUTH-TOKEN', description: 'The session token.' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'api_component', description: 'The cookie set by /login.' },
} as const;

function describedPaths(paths: PathsObject, { describeOperation }: DeploymentFacts): PathsObject {
  if (describeOperation === undefined) return paths;
  const described = (path: string, item: PathItemObject): PathItemObject => {
    const operations = HTTP_METHODS.flatMap((method) => {
      const name = method.toLowerCase() as Lowercase<typeof method>;
      const operation = item[name];
      if (operation === undefined) return [];
      // Operations are JSON and stay operations.
      return [[name, describeOperation(operation as JsonObject, { method, path })] as const];
    });
    return { ...item, ...(Object.fromEntries(operations) as PathItemObject) };
  };
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, described(path, item)]));
}

function prefixPaths(paths: PathsObject, { apiPrefix, disabledPaths = [] }: DeploymentFacts): PathsObject {
  const isDisabled = (path: string): boolean =>
    disabledPaths.some((disabled) => path === disabled || path.startsWith(`${disabled}/`));
  const enabled = Object.entries(paths).filter(([path]) => !isDisabled(path));
  return Object.fromEntries(enabled.map(([path, item]) => [prefixPath(path, apiPrefix), item]));
}

/** Adds the prefix to a path. The entrypoint is at the bare prefix. */
const prefixPath = (path: string, prefix: string): string =>
  path === '/' && prefix !== '' ? prefix : prefix + path;
