import { expandRoles, ROLE_ADMIN, ROLE_USER } from '../../kernel/authorization/role-hierarchy.js';
import { ANONYMOUS, type Actor } from '../../kernel/contract/context.js';
import type { MayAsk } from '../../kernel/contract/http/http.js';
import type { OperationName, SecurityOperation } from '../../kernel/contract/schema/resource.js';
import { textDependsOnObject } from '../../kernel/expression/depends-on-object.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { ExpressionGuard } from '../../kernel/serializer/field-access.js';
import { needsEditingPermission } from './needs-editing-permission.js';
import type { Publication } from './publication.js';

/** Content types that some callers without the editing permission could write before decision 120. */
export interface PreviousWriters {
  /** A role, or `PUBLIC_ACCESS` for everybody. */
  readonly role: string;
  readonly types: readonly string[];
}

/** The access table and the roles in it. */
export interface AccessTable {
  readonly mayAsk: MayAsk;
  readonly roles: readonly string[];
}

export type FindPreviousWriters = (table: AccessTable) => readonly PreviousWriters[];

export function createFindPreviousWriters(deps: {
  readonly registry: Pick<ResourceRegistry, 'all'>;
  readonly guard: ExpressionGuard;
  readonly publication: Pick<Publication, 'mayEdit'>;
}): FindPreviousWriters {
  const content = deps.registry.all.filter(needsEditingPermission);
  const named = content.flatMap(({ security }) => Object.values(security).flatMap(rolesIn));

  return ({ mayAsk, roles }) => {
    const couldWrite = (resource: RegisteredResource, actor: Actor): boolean =>
      !deps.publication.mayEdit(resource, actor) &&
      WRITES.some((write) => wasAllowed(write, { resource, actor, mayAsk, guard: deps.guard }));
    const found: PreviousWriters[] = [];
    const lower = new Set<string>();
    for (const [role, actor] of callers([...roles, ...named])) {
      const types = content.filter((type) => couldWrite(type, actor)).map(({ name }) => name);
      // Callers with a role could also write what everybody could.
      const more = types.filter((name) => !lower.has(name));
      if (more.length > 0) found.push({ role, types: more });
      if (role === EVERYBODY || role === ACCOUNT) more.forEach((name) => lower.add(name));
    }
    return found;
  };
}

const EVERYBODY = 'PUBLIC_ACCESS';
const ACCOUNT = ROLE_USER;

const rolesIn = (expression: string): readonly string[] => expression.match(/\bROLE_[A-Z0-9_]+\b/g) ?? [];

/** Returns visitors, accounts without a role, and one account for each role in a rule. */
function callers(named: readonly string[]): readonly (readonly [role: string, actor: Actor])[] {
  const roles = new Set([ACCOUNT, ...named.filter((role) => /^ROLE_/.test(role)), ROLE_ADMIN]);
  return [[EVERYBODY, ANONYMOUS], ...[...roles].map((role) => [role, accountOf(role)] as const)];
}

const accountOf = (role: string): Actor => ({
  user: {
    id: '00000000-0000-0000-0000-000000000000',
    username: '',
    emailAddress: '',
    roles: [role],
    sessionId: null,
    fields: {},
  },
  roles: expandRoles([role]),
});

interface Write {
  readonly operation: OperationName & SecurityOperation;
  readonly method: string;
}

const WRITES: readonly Write[] = [
  { operation: 'create', method: 'POST' },
  { operation: 'update', method: 'PATCH' },
  { operation: 'delete', method: 'DELETE' },
];
const ANY_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Returns whether an actor could write without the editing permission. A rule that depends on the record may allow
 * some writes.
 */
function wasAllowed(
  { operation, method }: Write,
  by: {
    readonly resource: RegisteredResource;
    readonly actor: Actor;
    readonly mayAsk: MayAsk;
    readonly guard: ExpressionGuard;
  },
): boolean {
  const { operations, path, security } = by.resource;
  const requested = operation === 'create' ? path : `${path}/${ANY_ID}`;
  if (!operations.includes(operation) || !by.mayAsk(by.actor, { method, path: requested })) return false;
  const rule = security[operation];
  return rule === undefined || textDependsOnObject(rule) || by.guard(rule, by.actor);
}
