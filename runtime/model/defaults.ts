import type { ResourceDescriptor } from '../kernel/contract/resource.js';

/** What the built-in resources have in common; a descriptor spreads it and states what differs. */
export const CORE_DEFAULTS = {
  kind: 'core',
  operations: ['collection', 'create', 'read', 'update', 'replace', 'delete'],
  positionRestricted: false,
  security: {},
  pagination: {
    enabled: true,
    itemsPerPage: 30,
    maximumItemsPerPage: 100,
    clientItemsPerPage: true,
    clientEnabled: false,
  },
  order: [{ field: 'createdAt', direction: 'desc' }],
  orderFields: [],
  searchFields: [],
  filters: [],
  unique: [],
  indexes: [],
  validationGroups: { create: [], update: [] },
  readGroups: [],
  writeGroups: [],
  renamedFrom: [],
} as const satisfies Partial<ResourceDescriptor>;
