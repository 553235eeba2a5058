// Generated from schemas/User.json (d2f831b6ad28) by `cms generate`, which overwrites this file.
import type { UserExtension } from 'cms-api-components';
import { userAttributes } from '../entities/user.js';
import { validateUser } from '../validators/user.js';

/** Custom fields of users. */
export const userDescriptor: UserExtension = {
  fields: [
    {
      kind: 'scalar',
      name: 'nickname',
      readable: true,
      writable: true,
      column: 'nickname',
      type: 'string',
      accepts: ['string'],
      nullable: true,
      length: 255,
      constraints: [{ Length: { max: 40 } }],
    },
  ],
  attributes: userAttributes,
  validate: validateUser,
  callbacks: [{ name: 'polite', field: 'nickname' }],
};
