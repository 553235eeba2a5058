// Generated from schemas/User.json (f06e3332c760) by `cms generate`, which overwrites this file.
import type { UserExtension } from 'cms-api-components';
import { userAttributes } from '../entities/user.js';
import { validateUser } from '../validators/user.js';

/** Custom fields of users. */
export const userDescriptor: UserExtension = {
  fields: [
    {
      kind: 'scalar',
      name: 'displayName',
      description: 'Shown beside comments.',
      readable: true,
      writable: true,
      formerNames: ['nickName'],
      column: 'display_name',
      renamedFrom: ['nick_name'],
      type: 'string',
      accepts: ['string'],
      nullable: true,
      length: 255,
      constraints: [{ Length: { max: 80 } }],
    },
    {
      kind: 'scalar',
      name: 'newsletter',
      readable: true,
      writable: true,
      column: 'newsletter',
      type: 'boolean',
      accepts: ['bool'],
      nullable: false,
      default: false,
    },
    {
      kind: 'scalar',
      name: 'address',
      readable: true,
      writable: true,
      column: 'address',
      type: 'json',
      accepts: ['object'],
      nullable: true,
    },
  ],
  attributes: userAttributes,
  validate: validateUser,
};
