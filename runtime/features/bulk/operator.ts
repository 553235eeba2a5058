import { expandRoles, ROLE_SUPER_ADMIN } from '../../kernel/authorization/role-hierarchy.js';
import type { Actor } from '../../kernel/contract/context.js';

/**
 * The actor of console commands: a super administrator without account or session. Operators may read and write all
 * content.
 */
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
