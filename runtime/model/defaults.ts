import type { ResourceDescriptor } from '../kernel/contract/schema/resource.js';

/** Defaults of the built-in resources; a descriptor spreads them and overrides the differences. */
export const CORE_DEFAULTS = {
  kind: 'core',
  order: [{ field: 'createdAt', direction: 'desc' }],
} as const satisfies Partial<ResourceDescriptor>;
