import type { JsonObject } from '../contract/json.js';
import type { CompleteDescriptor } from '../contract/schema/resource.js';

export interface EntrypointFacts {
  readonly resources: readonly CompleteDescriptor[];
  readonly apiPrefix: string;
}

/**
 * Builds `GET /`: one IRI per collection, keyed by the type's name in lower camel case (core.md section 1.3).
 */
export function buildEntrypoint(facts: EntrypointFacts): JsonObject {
  return {
    '@context': `${facts.apiPrefix}/contexts/Entrypoint`,
    '@id': facts.apiPrefix === '' ? '/' : facts.apiPrefix,
    '@type': 'Entrypoint',
    ...buildEntrypointMembers(facts),
  };
}

/** Returns the collections with their keys in ascending order. */
export function buildEntrypointMembers({
  resources,
  apiPrefix,
}: EntrypointFacts): Readonly<Record<string, string>> {
  const listed = resources.filter(({ operations }) => operations.includes('collection'));
  const members = listed.map(({ name, path }) => [entrypointKey(name), `${apiPrefix}${path}`] as const);
  return Object.fromEntries(members.sort(([left], [right]) => (left < right ? -1 : 1)));
}

export const entrypointKey = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
