// Generated from schemas/Guarded.json (c4430cf3afe8) by `cms generate`, which overwrites this file.
import type { ResourceDescriptor } from 'cms-api-components';
import { guardedAttributes } from '../entities/guarded.js';

/** A component with rules of its own about who may do what. */
export const guardedDescriptor: ResourceDescriptor = {
  name: 'Guarded',
  kind: 'component',
  description: 'A component with rules of its own about who may do what.',
  path: '/component/guarded',
  table: 'guarded',
  fields: [
    {
      kind: 'scalar',
      name: 'open',
      readable: true,
      writable: true,
      column: 'open',
      type: 'boolean',
      accepts: ['bool'],
      nullable: false,
      default: false,
    },
  ],
  attributes: guardedAttributes,
  extensions: { drafts: { asksPermission: false } },
  security: {
    collection: "is_granted('ROLE_ADMIN')",
    read: "is_granted('ROLE_USER')",
    create: "is_granted('ROLE_ADMIN')",
    update: "is_granted('ROLE_ADMIN') or object.open == true",
    delete: "is_granted('ROLE_SUPER_ADMIN')",
    message: 'Only for some.',
  },
};
