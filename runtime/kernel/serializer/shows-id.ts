import type { ResourceDescriptor } from '../contract/schema/resource.js';

/**
 * Returns whether documents have a member `id`. Components and records do; other types have only their IRI
 * (contract decision 18).
 */
export function showsId({ kind }: Pick<ResourceDescriptor, 'kind'>): boolean {
  return kind === 'component' || kind === 'record';
}
