import type { CreateFeature } from '../../kernel/feature-module.js';
import { createComputedMembers } from './computed-members.js';

export const create: CreateFeature = ({ registry, guard, config, steps }) => {
  const { resolvers = {} } = config.extensions;
  return { representation: [createComputedMembers({ registry, guard, resolvers, steps })] };
};
