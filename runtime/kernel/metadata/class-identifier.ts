import type { RegisteredResource } from './resource-registry.js';

/** Identifier of a type with the configured namespace in front (contract decision 1). */
export function classIdentifier(resource: RegisteredResource, namespace: string | null): string {
  const { classIdentifier: identifier } = resource;
  return namespace === null || identifier.includes('\\') ? identifier : `${namespace}\\${identifier}`;
}
