import { expandRoles, ROLE_SUPER_ADMIN } from '../../kernel/authorization/role-hierarchy.js';
import type { Actor } from '../../kernel/contract/context.js';

/** Whoever runs commands of a site may read and write all of its content: a super administrator without an account or a session. */
export const OPERATOR: Actor = {
  user: {
    id: '00000000-0000-0000-0000-000000000000',
    username: 'import',
    emailAddress: '',
    roles: [ROLE_SUPER_ADMIN],
    sessionId: null,
    fields: {},
  },
  roles: expandRoles([ROLE_SUPER_ADMIN]),
  isCommand: true,
};
