import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';

/** `x-mercure` of a type, whose changes are broadcast to the hub. */
export interface Broadcast {
  readonly private?: boolean;
  readonly topics?: readonly string[];
  readonly normalizationGroups?: readonly string[];
}

/** Returns the broadcast options of a type, or undefined if it is not broadcast. */
export function broadcastOf({ extensions }: Pick<ResourceDescriptor, 'extensions'>): Broadcast | undefined {
  // Set by the generator from `x-mercure`, and by `broadcastBuiltIn` for built-in types.
  return extensions?.['realtime'] as Broadcast | undefined;
}

/** Enables broadcasts of built-in content types; users are never broadcast (realtime.md section 2.1). */
export function broadcastBuiltIn(resource: ResourceDescriptor): ResourceDescriptor {
  if (resource.kind !== 'core' || resource.isPersonal === true) return resource;
  return { ...resource, extensions: { ...resource.extensions, realtime: {} } };
}
