// Generated from schemas/Pinned.json (bf7d596b758b) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { pinnedAttributes } from '../entities/pinned.js';
import { validatePinned } from '../validators/pinned.js';

/** A component that a group must name before it may be placed there. */
export const pinnedDescriptor: ResourceDescriptor = Object.freeze<ResourceDescriptor>({
  name: 'Pinned',
  kind: 'component',
  classIdentifier: 'Pinned',
  description: 'A component that a group must name before it may be placed there.',
  path: '/component/pinned',
  table: 'pinned',
  operations: ['collection', 'create', 'read', 'update', 'replace', 'delete', 'usage'],
  fields: [
    {
      kind: 'scalar',
      name: 'text',
      readable: true,
      writable: true,
      column: 'text',
      type: 'string',
      accepts: ['string'],
      nullable: true,
      length: 255,
    },
  ],
  attributes: pinnedAttributes,
  validate: validatePinned,
  positionRestricted: true,
  security: {},
  pagination: {
    enabled: true,
    itemsPerPage: 30,
    maximumItemsPerPage: 100,
    clientItemsPerPage: true,
    clientEnabled: false,
  },
  order: [],
  orderFields: [],
  searchFields: [],
  filters: [],
  unique: [],
  indexes: [],
  validationGroups: { create: [], update: [] },
  readGroups: [],
  writeGroups: [],
  renamedFrom: [],
});
