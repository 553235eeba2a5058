import type { Endpoint } from '../contract/http.js';
import { createResourceEndpoints } from '../http/endpoints/resources.js';
import type { Feature, Service } from '../operations/feature.js';
import type { Answers } from './answers.js';

/** Every endpoint of the API: those of the features, and for each resource the generic ones that no feature answers itself. */
export function compileEndpoints(
  features: readonly Feature[],
  service: Service,
  answers: Answers,
): readonly Endpoint[] {
  const own = features.flatMap((feature) => feature.endpoints?.(service) ?? []);
  const answered = new Set(own.map(addressOf));
  const { registry, iris, operations } = service;
  const generic = registry.all.flatMap((resource) =>
    createResourceEndpoints(resource, { ...answers, iris, operations }),
  );
  return [...own, ...generic.filter((endpoint) => !answered.has(addressOf(endpoint)))];
}

const addressOf = ({ method, pattern }: Endpoint): string => `${method} ${pattern}`;
