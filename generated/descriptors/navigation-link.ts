// Generated from schemas/NavigationLink.json (909784a43155) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { navigationLinkAttributes } from '../entities/navigation-link.js';
import { validateNavigationLink } from '../validators/navigation-link.js';

/** A menu link to a page of the site or to any URL. */
export const navigationLinkDescriptor: ResourceDescriptor = {
  name: 'NavigationLink',
  kind: 'component',
  description: 'A menu link to a page of the site or to any URL.',
  path: '/component/navigation_links',
  table: 'navigation_links',
  fields: [
    {
      kind: 'scalar',
      name: 'label',
      description: 'Text of the link.',
      readable: true,
      writable: true,
      column: 'label',
      type: 'text',
      accepts: ['string'],
      nullable: true,
      constraints: [{ NotBlank: { groups: ['NavigationLink:published'], message: 'Please enter a label.' } }],
    },
    {
      kind: 'to-one',
      name: 'route',
      description: 'Route of the target page.',
      readable: true,
      writable: true,
      target: 'Route',
      column: 'route_id',
      nullable: true,
      onDelete: 'set-null',
    },
    {
      kind: 'scalar',
      name: 'rawPath',
      description: 'Path or external URL. It takes precedence over the route.',
      readable: true,
      writable: true,
      column: 'raw_path',
      type: 'text',
      accepts: ['string'],
      nullable: true,
    },
    {
      kind: 'computed',
      name: 'url',
      description: 'URL of the target.',
      readable: true,
      writable: false,
      coalesce: [['rawPath'], ['route', 'path']],
    },
  ],
  attributes: navigationLinkAttributes,
  validate: validateNavigationLink,
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: ['NavigationLink:published'],
  },
  timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
  extensions: { realtime: {} },
};
