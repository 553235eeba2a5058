// Generated from schemas/Widget.json (74098b3fc50c) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { widgetAttributes } from '../entities/widget.js';
import { validateWidget } from '../validators/widget.js';

/** A plain component. */
export const widgetDescriptor: ResourceDescriptor = Object.freeze<ResourceDescriptor>({
  name: 'Widget',
  kind: 'component',
  classIdentifier: 'Widget',
  description: 'A plain component.',
  path: '/component/widgets',
  table: 'widgets',
  operations: ['collection', 'create', 'read', 'update', 'replace', 'delete', 'usage'],
  fields: [
    {
      kind: 'scalar',
      name: 'label',
      readable: true,
      writable: true,
      column: 'label',
      type: 'string',
      accepts: ['string'],
      nullable: true,
      length: 255,
    },
  ],
  attributes: widgetAttributes,
  validate: validateWidget,
  positionRestricted: false,
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
