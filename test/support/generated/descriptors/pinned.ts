// Generated from schemas/Pinned.json (99d4d9525cb0) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { pinnedAttributes } from '../entities/pinned.js';
import { validatePinned } from '../validators/pinned.js';

/** A component that a group must name before it may be placed there. */
export const pinnedDescriptor: ResourceDescriptor = {
  name: 'Pinned',
  kind: 'component',
  description: 'A component that a group must name before it may be placed there.',
  path: '/component/pinned',
  table: 'pinned',
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
      constraints: [{ Length: { max: 255 } }],
    },
  ],
  attributes: pinnedAttributes,
  validate: validatePinned,
  positionRestricted: true,
};
