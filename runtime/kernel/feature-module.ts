import type { DeclaredFeature } from './contract/features/declared-feature.js';
import type { FeatureApi, FeatureApis } from './contract/features/feature-api.js';
import type { ResourceDescriptor } from './contract/schema/resource.js';
import type { CommandWork, Feature } from './feature.js';
import type { Kernel } from './kernel.js';
import type { ResourceRegistry } from './metadata/resource-registry.js';
import type { ReferenceIndex } from './records/reference-index.js';

/** The `feature.ts` module of a feature. */
export interface LoadedModule {
  readonly create: CreateFeature;
  /** Keys under which it provides values to other features. */
  readonly apis?: readonly FeatureApi<unknown>[];
  /** Adds this feature's metadata to a type of any feature, before the types are used. */
  readonly describe?: (resource: ResourceDescriptor) => ResourceDescriptor;
  /** References in records that it indexes. The kernel writes the index with the records. */
  readonly indexes?: (registry: ResourceRegistry) => readonly ReferenceIndex[];
}

/**
 * Type of `create`, which every `feature.ts` exports: implements a declared feature on the kernel of one
 * service.
 *
 * @example
 * export const create: CreateFeature = ({ clock }) => ({
 *   endpoints: () => [
 *     {
 *       method: 'GET',
 *       pattern: '/time',
 *       handle: () => Promise.resolve({ status: 200, body: { now: clock.now().toISOString() }, cache: 'private' }),
 *     },
 *   ],
 * });
 */
export type CreateFeature = (kernel: Kernel, apis: FeatureApis) => CreatedFeature | Promise<CreatedFeature>;

/** The implementation of a feature, without the members of its definition. */
export type CreatedFeature = Omit<Feature, keyof DeclaredFeature> & {
  readonly commands?: readonly CommandWork[];
};
