import type { Actor } from '../kernel/contract/context.js';
import { expandRoles, ROLE_SUPER_ADMIN } from '../kernel/authorization/role-hierarchy.js';

/** Actor that writes scaffolds: a super administrator without an account or a session. */
export const SCAFFOLD_ACTOR: Actor = Object.freeze({
  user: Object.freeze({
    id: '00000000-0000-0000-0000-000000000000',
    username: 'scaffold',
    emailAddress: '',
    roles: [ROLE_SUPER_ADMIN],
    sessionId: null,
    fields: {},
  }),
  roles: expandRoles([ROLE_SUPER_ADMIN]),
  isCommand: true,
});
