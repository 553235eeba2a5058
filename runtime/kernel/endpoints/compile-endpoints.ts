import { checkAddresses, checkEndpoints } from './check-addresses.js';
import { ConfigError } from '../errors/config-error.js';
import type { Endpoint } from '../contract/http.js';
import type { FeatureEndpoints } from '../serializer/feature-paths.js';
import { createResourceEndpoints } from './resource-endpoints.js';
import type { Feature, Service } from '../feature.js';
import type { Answers } from './answers.js';

/** What the service says of itself, once all that it answers is known. */
export type Describe = (service: Service, documented: readonly FeatureEndpoints[]) => readonly Endpoint[];

export interface EndpointsDeps {
  readonly features: readonly Feature[];
  readonly service: Service;
  readonly answers: Answers;
  readonly describe: Describe;
  /** Those of services that stand on the operations. */
  readonly others: readonly Endpoint[];
}

/**
 * Every endpoint of the API: those of the features, and for each resource the generic ones that no feature answers itself.
 * @throws ConfigError when a feature of the project answers what another feature or the package answers, or nothing.
 */
export function compileEndpoints({
  features,
  service,
  answers,
  describe,
  others,
}: EndpointsDeps): readonly Endpoint[] {
  const groups = features.map((feature) => ({
    name: feature.name,
    endpoints: feature.endpoints?.(service) ?? [],
    schemas: feature.schemas?.() ?? {},
    contexts: feature.contexts?.() ?? {},
  }));
  const ofFeatures = groups.flatMap(({ name, endpoints }) =>
    endpoints.map((endpoint) => ({ feature: name, endpoint })),
  );
  const unreachable = checkEndpoints(ofFeatures);
  if (unreachable.length > 0) throw new ConfigError(unreachable);
  const ofPackage = [...describe(service, groups), ...others];
  const own = [...ofPackage, ...groups.flatMap(({ endpoints }) => endpoints)];
  const answered = new Set(own.map(addressOf));
  const { registry, iris, operations } = service;
  const generic = registry.all
    .flatMap((resource) => createResourceEndpoints(resource, { ...answers, iris, operations }))
    .filter((endpoint) => !answered.has(addressOf(endpoint)));
  const problems = checkAddresses([
    ...ofFeatures,
    ...[...ofPackage, ...generic].map((endpoint) => ({ endpoint })),
  ]);
  if (problems.length > 0) throw new ConfigError(problems);
  return [...own, ...generic];
}

const addressOf = ({ method, pattern }: Endpoint): string => `${method} ${pattern}`;
