// Generated from schemas/Image.json (3749d8695b0e) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { imageAttributes } from '../entities/image.js';
import { validateImage } from '../validators/image.js';

/** A picture. */
export const imageDescriptor: ResourceDescriptor = Object.freeze<ResourceDescriptor>({
  name: 'Image',
  kind: 'component',
  classIdentifier: 'Image',
  description: 'A picture.',
  path: '/component/images',
  table: 'images',
  operations: ['collection', 'create', 'read', 'update', 'replace', 'delete', 'usage', 'upload', 'download'],
  fields: [
    {
      kind: 'upload',
      name: 'file',
      description: 'The picture, as a data URI or base64.',
      readable: false,
      writable: true,
      column: 'filename',
      adapter: 'public',
      prefix: '',
      urlGenerator: 'public',
      imagineFilters: ['thumbnail'],
      requiredOnPublish: false,
      constraints: [{ Image: { maxSize: '5M' } }],
    },
  ],
  attributes: imageAttributes,
  validate: validateImage,
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: ['Image:published'],
  },
  timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
  positionRestricted: false,
  broadcast: {},
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
