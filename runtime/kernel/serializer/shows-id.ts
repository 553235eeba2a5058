import type { ResourceDescriptor } from '../contract/schema/resource.js';

/** Components and records have a member `id`; the others are known by their IRI alone (contract decision 18). */
export function showsId({ kind }: Pick<ResourceDescriptor, 'kind'>): boolean {
  return kind === 'component' || kind === 'record';
}
