import { type Endpoint, HTTP_METHODS } from '../contract/http/http.js';
import type { ConfigProblem } from '../contract/config-problem.js';
import { groupBy } from '../util/group-by.js';

/** An endpoint and its feature; undefined for endpoints of the package without a feature. */
export interface OwnedEndpoint {
  readonly feature?: string;
  /** Whether it belongs to a feature of the project. */
  readonly isOfProject?: boolean;
  readonly endpoint: Pick<Endpoint, 'method' | 'pattern'>;
}

/**
 * Returns problems of project endpoints that no request could reach. The code may be unchecked JavaScript.
 */
export function checkEndpoints(owned: readonly OwnedEndpoint[]): readonly ConfigProblem[] {
  const methods: ReadonlySet<unknown> = new Set(HTTP_METHODS);
  return owned
    .filter(({ isOfProject }) => isOfProject)
    .flatMap(({ feature, endpoint: { method, pattern } }): ConfigProblem[] => {
      const key = `features.${feature}.endpoints`;
      if (typeof pattern !== 'string' || !pattern.startsWith('/'))
        return [
          {
            key,
            problem: `the pattern ${JSON.stringify(pattern)} is not a path`,
            advice: 'start it with "/"',
          },
        ];
      if (methods.has(method)) return [];
      const problem = `${JSON.stringify(method)} (${pattern}) is not a supported method`;
      return [{ key, problem, advice: `use one of ${HTTP_METHODS.join(', ')}` }];
    });
}

/**
 * Returns problems of project endpoints that clash with those of another feature or the package. They have
 * the same method and URLs, or URLs with different parameter names.
 */
export function checkAddresses(owned: readonly OwnedEndpoint[]): readonly ConfigProblem[] {
  return [...alikeUrls(owned).values()].flatMap((alike) =>
    alike.flatMap((one, index) => {
      if (!one.isOfProject) return [];
      // Of two project features, the error names the later one.
      const other = alike.find(
        (each, place) => (place < index || !each.isOfProject) && isClash(one.endpoint, each.endpoint),
      );
      return other === undefined ? [] : [problemOf(one, other)];
    }),
  );
}

/** Groups endpoints by the URLs they match. */
function alikeUrls(owned: readonly OwnedEndpoint[]): ReadonlyMap<string, readonly OwnedEndpoint[]> {
  return groupBy(owned, ({ endpoint }) => endpoint.pattern.replaceAll(/\{\w+(\*?)\}/g, '{$1}'));
}

function isClash(one: OwnedEndpoint['endpoint'], other: OwnedEndpoint['endpoint']): boolean {
  return one.method === other.method || one.pattern !== other.pattern;
}

function problemOf({ feature, endpoint }: OwnedEndpoint, other: OwnedEndpoint): ConfigProblem {
  const key = `features.${feature}.endpoints`;
  const [mine, taken] = [addressOf(endpoint), addressOf(other.endpoint)];
  if (endpoint.method !== other.endpoint.method) {
    const problem = `${mine} matches the same URLs as ${taken} of ${nameOf(other)}`;
    return { key, problem, advice: `use the same parameter names: ${other.endpoint.pattern}` };
  }
  if (other.feature === feature)
    return { key, problem: `${mine} and ${taken} match the same requests`, advice: 'remove one of them' };
  const advice = other.isOfProject
    ? 'change the path of one endpoint, or remove one of the features'
    : 'use another path';
  return { key, problem: `${mine} conflicts with ${taken} of ${nameOf(other)}`, advice };
}

const addressOf = ({ method, pattern }: OwnedEndpoint['endpoint']): string => `${method} ${pattern}`;

const nameOf = ({ feature }: OwnedEndpoint): string =>
  feature === undefined ? 'the package' : `the feature "${feature}"`;
