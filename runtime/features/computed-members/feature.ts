import type { Kernel } from '../../composition/kernel.js';
import { createComputedMembers } from '../../content/computed-members.js';
import type { Feature } from '../../operations/feature.js';

/** Members that functions of the project work out (components.md section 11.2). */
export function createComputedMembersFeature({ registry, gate, config, steps }: Kernel): Feature {
  const { resolvers = {} } = config.extensions;
  return {
    name: 'computed-members',
    representation: [createComputedMembers({ registry, gate, resolvers, steps })],
  };
}
