import type { DeclaredFeature } from './contract/features/declared-feature.js';
import type { Door, Doors } from './contract/features/door.js';
import type { ResourceDescriptor } from './contract/schema/resource.js';
import type { CommandWork, Feature } from './feature.js';
import type { Kernel } from './kernel.js';
import type { ResourceRegistry } from './metadata/resource-registry.js';
import type { ReferenceIndex } from './records/reference-index.js';

/** The module `feature.ts` of a feature. */
export interface LoadedModule {
  readonly create: CreateFeature;
  /** The doors at which it offers something to other features. */
  readonly doors?: readonly Door<unknown>[];
  /** Gives a type, of whatever feature, what this one knows of it; before anything is made of the types. */
  readonly describe?: (resource: ResourceDescriptor) => ResourceDescriptor;
  /** References in records that it keeps an index of: the kernel writes it with the records. */
  readonly indexes?: (registry: ResourceRegistry) => readonly ReferenceIndex[];
}

/** The type of `create`, which every `feature.ts` exports: the behaviour of a declared feature, on the kernel of one service. */
export type CreateFeature = (kernel: Kernel, doors: Doors) => CreatedFeature | Promise<CreatedFeature>;

/** The behaviour of a feature, without the members that its definition declares. */
export type CreatedFeature = Omit<Feature, keyof DeclaredFeature> & {
  readonly commands?: readonly CommandWork[];
};
