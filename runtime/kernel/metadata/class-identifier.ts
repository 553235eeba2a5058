import type { RegisteredResource } from './resource-registry.js';

/** Returns the class identifier of a type, prefixed with the configured namespace (contract decision 1). */
export function classIdentifier(resource: RegisteredResource, namespace: string | null): string {
  const { classIdentifier: identifier } = resource;
  return namespace === null || identifier.includes('\\') ? identifier : `${namespace}\\${identifier}`;
}
