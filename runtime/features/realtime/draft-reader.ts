import type { Actor } from '../../kernel/contract/context.js';
import { expandRoles, ROLES } from '../../kernel/authorization/role-hierarchy.js';
import type { ExpressionGate } from '../../kernel/serializer/field-access.js';

/**
 * Everybody who is granted the topics of drafts. Their documents are rendered for the one of them who may do least, so that
 * none is sent what it could not read (realtime.md section 2.5).
 */
export interface DraftReader {
  /** Undefined where no role alone gives the permission: then nothing is sent to topics of drafts. */
  readonly least: Actor | undefined;
  isOne(actor: Actor): boolean;
}

/** @param permission the global `publishable.permission` */
export function createDraftReader(permission: string, gate: ExpressionGate): DraftReader {
  const named = permission.match(/\bROLE_\w+/g) ?? [];
  const permitted = [...new Set([...ROLES, ...named])]
    .map(actorWith)
    .filter((candidate) => gate(permission, candidate));
  const least = permitted.find(({ roles }) =>
    permitted.every((other) => [...roles].every((role) => other.roles.has(role))),
  );
  return {
    least,
    isOne: (actor) =>
      actor.user !== null &&
      least !== undefined &&
      gate(permission, actor) &&
      [...least.roles].every((role) => actor.roles.has(role)),
  };
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

function actorWith(role: string): Actor {
  return {
    user: { id: NOBODY, username: '', emailAddress: '', roles: [role], sessionId: null, fields: {} },
    roles: expandRoles([role]),
  };
}
