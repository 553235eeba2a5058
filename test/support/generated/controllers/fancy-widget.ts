// Generated from schemas/FancyWidget.json (b0a7f7bf396e) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { fancyWidgetAttributes } from '../entities/fancy-widget.js';
import { validateFancyWidget } from '../validators/fancy-widget.js';

/** A widget with a colour. */
export const fancyWidgetDescriptor: ResourceDescriptor = Object.freeze<ResourceDescriptor>({
  name: 'FancyWidget',
  kind: 'component',
  classIdentifier: 'FancyWidget',
  description: 'A widget with a colour.',
  path: '/component/fancy_widgets',
  table: 'fancy_widgets',
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
    {
      kind: 'scalar',
      name: 'color',
      readable: true,
      writable: true,
      column: 'color',
      type: 'string',
      accepts: ['string'],
      nullable: true,
      length: 255,
    },
  ],
  attributes: fancyWidgetAttributes,
  validate: validateFancyWidget,
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
  parent: 'Widget',
  renamedFrom: [],
});
