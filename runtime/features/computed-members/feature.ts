import type { Kernel } from '../../kernel/kernel.js';
import { createComputedMembers } from './computed-members.js';
import type { Feature } from '../../kernel/feature.js';

/** Members that functions of the project work out (components.md section 11.2). */
export function createComputedMembersFeature({ registry, gate, config, steps }: Kernel): Feature {
  const { resolvers = {} } = config.extensions;
  return {
    name: 'computed-members',
    representation: [createComputedMembers({ registry, gate, resolvers, steps })],
  };
}
