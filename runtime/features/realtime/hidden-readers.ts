import type { Actor } from '../../kernel/contract/context.js';
import { expandRoles, ROLES } from '../../kernel/authorization/role-hierarchy.js';
import type { ExpressionGuard } from '../../kernel/serializer/field-access.js';

/**
 * Readers of topics that are hidden from visitors. The documents are rendered for the readers with the fewest
 * permissions, so that none receives more than it may read (realtime.md section 2.5).
 */
export interface HiddenReader {
  /** Actors with a single role that pass; none if no single role is enough. */
  readonly least: readonly Actor[];
  isOne(actor: Actor): boolean;
}

/** Readers of drafts and hidden content of all types except records, and readers of records. */
export interface HiddenReaders {
  readonly drafts: HiddenReader;
  readonly records: HiddenReader;
}

/** @param permission expression that they pass: the global `publishable.permission`, or the rule of administrators */
export function createHiddenReader(permission: string, guard: ExpressionGuard): HiddenReader {
  const named = permission.match(/\bROLE_\w+/g) ?? [];
  const permitted = [...new Set([...ROLES, ...named])]
    .map(actorWith)
    .filter((candidate) => guard(permission, candidate));
  const least = permitted.filter(
    (candidate) => !permitted.some((other) => other !== candidate && hasAllOf(candidate, other)),
  );
  return {
    least,
    isOne: (actor) =>
      actor.user !== null && guard(permission, actor) && least.some((reader) => hasAllOf(actor, reader)),
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
