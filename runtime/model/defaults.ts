import type { ResourceDescriptor } from '../kernel/contract/schema/resource.js';

/** The members that the built-in resources have in common; a descriptor spreads it and states what differs. */
export const CORE_DEFAULTS = {
  kind: 'core',
  order: [{ field: 'createdAt', direction: 'desc' }],
} as const satisfies Partial<ResourceDescriptor>;
