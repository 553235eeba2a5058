import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';

/** `x-mercure` of a type: its changes are broadcast to the hub. */
export interface Broadcast {
  readonly private?: boolean;
  readonly topics?: readonly string[];
  readonly normalizationGroups?: readonly string[];
}

/** Whether and how a type is broadcast; undefined for one that is not. */
export function broadcastOf({ extensions }: Pick<ResourceDescriptor, 'extensions'>): Broadcast | undefined {
  // The generator writes it of `x-mercure`, and `broadcastBuiltIn` for the types of the package.
  return extensions?.['realtime'] as Broadcast | undefined;
}

/** Built-in types that stand on pages are broadcast, users never (realtime.md section 2.1). */
export function broadcastBuiltIn(resource: ResourceDescriptor): ResourceDescriptor {
  if (resource.kind !== 'core' || resource.isPersonal === true) return resource;
  return { ...resource, extensions: { ...resource.extensions, realtime: {} } };
}
