import type { Actor } from '../../kernel/contract/context.js';
import { expandRoles, ROLES } from '../../kernel/authorization/role-hierarchy.js';
import type { ExpressionGate } from '../../kernel/serializer/field-access.js';

/**
 * Everybody who is granted the topics of what visitors may not read. Their documents have what those of them may read who may do
 * least, so that none is sent what it could not read (realtime.md section 2.5).
 */
export interface HiddenReader {
  /** The weakest actors who pass with a single role; none where no role alone is enough. */
  readonly least: readonly Actor[];
  isOne(actor: Actor): boolean;
}

/** Drafts, and what is hidden of all types but records; records. */
export interface HiddenReaders {
  readonly drafts: HiddenReader;
  readonly records: HiddenReader;
}

/** @param permission what they pass: the global `publishable.permission`, or the rule of administrators */
export function createHiddenReader(permission: string, gate: ExpressionGate): HiddenReader {
  const named = permission.match(/\bROLE_\w+/g) ?? [];
  const permitted = [...new Set([...ROLES, ...named])]
    .map(actorWith)
    .filter((candidate) => gate(permission, candidate));
  const least = permitted.filter(
    (candidate) => !permitted.some((other) => other !== candidate && hasAllOf(candidate, other)),
  );
  return {
    least,
    isOne: (actor) =>
      actor.user !== null && gate(permission, actor) && least.some((reader) => hasAllOf(actor, reader)),
  };
}

const hasAllOf = (actor: Actor, { roles }: Actor): boolean =>
  [...roles].every((role) => actor.roles.has(role));

const NOBODY = '00000000-0000-0000-0000-000000000000';

function actorWith(role: string): Actor {
  return {
    user: { id: NOBODY, username: '', emailAddress: '', roles: [role], sessionId: null, fields: {} },
    roles: expandRoles([role]),
  };
}
