import { checkAddresses, checkEndpoints } from './check-addresses.js';
import { ConfigError } from '../errors/config-error.js';
import type { Endpoint } from '../contract/http/http.js';
import type { FeatureEndpoints } from '../serializer/feature-paths.js';
import { createResourceEndpoints } from './resource-endpoints.js';
import type { ComposedService } from '../feature.js';
import type { Answers } from './answers.js';

export interface EndpointsDeps {
  readonly service: ComposedService;
  readonly answers: Answers;
  /** The features of the project. */
  readonly ofProject: readonly { readonly name: string }[];
}

/** All endpoints of the API, and the documentation of those from features. */
export interface CompiledEndpoints {
  readonly endpoints: readonly Endpoint[];
  readonly documented: readonly FeatureEndpoints[];
}

/**
 * Returns the endpoints of the features, and the generic ones of every resource unless a feature replaces
 * them.
 * @throws ConfigError if a project endpoint clashes with another one or cannot be reached.
 */
export function compileEndpoints({ service, answers, ofProject }: EndpointsDeps): CompiledEndpoints {
  const documented = service.features.map((feature) => ({
    name: feature.name,
    endpoints: feature.endpoints?.(service) ?? [],
    schemas: {},
    contexts: {},
    parameters: {},
    responses: {},
    ...feature.documentation,
  }));
  const owned = documented.flatMap(({ name, endpoints }) => {
    const isOfProject = ofProject.some((one) => one.name === name);
    return endpoints.map((endpoint) => ({ feature: name, isOfProject, endpoint }));
  });
  const unreachable = checkEndpoints(owned);
  if (unreachable.length > 0) throw new ConfigError(unreachable);
  const own = owned.map(({ endpoint }) => endpoint);
  const answered = new Set(own.map(addressOf));
  const { registry, iris, operations } = service;
  const generic = registry.all
    .flatMap((resource) => createResourceEndpoints(resource, { ...answers, iris, operations }))
    .filter((endpoint) => !answered.has(addressOf(endpoint)));
  const problems = checkAddresses([...owned, ...generic.map((endpoint) => ({ endpoint }))]);
  if (problems.length > 0) throw new ConfigError(problems);
  return { endpoints: [...own, ...generic], documented };
}

const addressOf = ({ method, pattern }: Endpoint): string => `${method} ${pattern}`;
