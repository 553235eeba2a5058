// Generated from schemas/Title.json (026e5540c975) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { titleAttributes } from '../entities/title.js';
import { validateTitle } from '../validators/title.js';

/** A heading. */
export const titleDescriptor: ResourceDescriptor = {
  name: 'Title',
  kind: 'component',
  description: 'A heading.',
  path: '/component/titles',
  table: 'titles',
  fields: [
    {
      kind: 'scalar',
      name: 'title',
      description: 'Text of the heading.',
      readable: true,
      writable: true,
      column: 'title',
      type: 'text',
      accepts: ['string'],
      nullable: true,
      constraints: [{ NotBlank: { groups: ['Title:published'], message: 'Please enter a title.' } }],
    },
  ],
  attributes: titleAttributes,
  validate: validateTitle,
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: ['Title:published'],
  },
  timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
  extensions: { realtime: {} },
};
