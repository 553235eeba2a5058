// Generated from schemas/HtmlContent.json (fbbf6e2f7fd8) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { htmlContentAttributes } from '../entities/html-content.js';
import { validateHtmlContent } from '../validators/html-content.js';

/** A block of formatted text. */
export const htmlContentDescriptor: ResourceDescriptor = {
  name: 'HtmlContent',
  kind: 'component',
  description: 'A block of formatted text.',
  path: '/component/html_contents',
  table: 'html_contents',
  fields: [
    {
      kind: 'scalar',
      name: 'html',
      description: 'The text as HTML.',
      readable: true,
      writable: true,
      column: 'html',
      type: 'text',
      accepts: ['string'],
      nullable: true,
      constraints: [
        { NotBlank: { groups: ['HtmlContent:published'], message: 'Please enter some content.' } },
      ],
    },
  ],
  attributes: htmlContentAttributes,
  validate: validateHtmlContent,
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: ['HtmlContent:published'],
  },
  timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
  extensions: { realtime: {} },
};
