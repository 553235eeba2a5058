import type { PathsObject, TagObject } from 'openapi3-ts/oas31';
import type { ApiPart, Components } from '../kernel/contract/http/api-part.js';

/** Merges parts into one, sorted by name. Two parts may add methods to the same path. */
export function joinParts(parts: readonly ApiPart[]): Required<ApiPart> {
  const paths: PathsObject = {};
  for (const part of parts) {
    for (const [path, item] of Object.entries(part.paths)) paths[path] = { ...paths[path], ...item };
  }
  const joined = <Value>(
    membersOf: (components: Components) => Readonly<Record<string, Value>> | undefined,
  ) => sortByName(parts.flatMap(({ components = {} }) => Object.entries(membersOf(components) ?? {})));
  return {
    tags: byName(parts.flatMap(({ tags = [] }) => tags)),
    paths: sortByName(Object.entries(paths)),
    components: {
      parameters: joined((components) => components.parameters),
      requestBodies: joined((components) => components.requestBodies),
      responses: joined((components) => components.responses),
      schemas: joined((components) => components.schemas),
    },
  };
}

export const byName = (tags: readonly TagObject[]): TagObject[] =>
  [...tags].sort(({ name: left }, { name: right }) => (left < right ? -1 : 1));

function sortByName<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
}
