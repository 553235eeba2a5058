// Generated from schemas/Image.json (eea0145b78aa) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { imageAttributes } from '../entities/image.js';

/** A picture. */
export const imageDescriptor: ResourceDescriptor = {
  name: 'Image',
  kind: 'component',
  description: 'A picture.',
  path: '/component/images',
  table: 'images',
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
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: ['Image:published'],
  },
  timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
  extensions: { realtime: {} },
};
