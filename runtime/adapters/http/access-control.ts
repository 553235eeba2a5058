import { ANONYMOUS, type Actor } from '../../kernel/contract/context.js';
import type { RequestedPath, MayAsk } from '../../kernel/contract/http/http.js';
import type { AccessControlRule } from '../../config/app-config.js';
import { denied } from '../../kernel/errors/catalog.js';
import { InternalError } from '../../kernel/errors/internal-error.js';
import { isGranted } from '../../kernel/authorization/role-hierarchy.js';

/** Authorizes requests by path and method, before the resource is read. */
export interface AccessControl {
  /** @throws AppError 401 for anonymous callers, 403 for others. */
  assertAllowed(request: RequestedPath & { readonly actor: Actor }): void;
  /** Returns whether the request is allowed without signing in. */
  isPublic(request: RequestedPath): boolean;
  readonly mayAsk: MayAsk;
}

interface CompiledRule {
  readonly path: RegExp;
  readonly methods: ReadonlySet<string>;
  readonly roles: readonly string[];
}

const FULLY_AUTHENTICATED = 'IS_AUTHENTICATED_FULLY';
const PUBLIC_ACCESS = 'PUBLIC_ACCESS';

/**
 * Built-in rules (accounts.md section 10.2). `user.security.create` alone decides about `POST /users`
 * (contract decision 53). Prefixes end at a segment, so `/token/refreshing` is not public.
 */
const BUILT_IN: readonly AccessControlRule[] = [
  { path: '^/token/refresh$', methods: [], roles: [PUBLIC_ACCESS] },
  { path: '^/password/(reset|update)$', methods: ['POST'], roles: [PUBLIC_ACCESS] },
  { path: '^/component/forms/(.*)/submit$', methods: ['POST', 'PATCH'], roles: [PUBLIC_ACCESS] },
  { path: '^/users$', methods: ['POST'], roles: [PUBLIC_ACCESS] },
  { path: '^/', methods: ['POST', 'PUT', 'PATCH', 'DELETE'], roles: [FULLY_AUTHENTICATED] },
];

/**
 * Combines the configured rules with the built-in ones. The first matching rule decides; without a match, the
 * request is allowed.
 */
export function createAccessControl(configured: readonly AccessControlRule[]): AccessControl {
  const rules = [...configured, ...BUILT_IN].map(compileRule);
  const lets = (actor: Actor, { method, path }: RequestedPath): boolean => {
    const rule = rules.find(
      (one) => (one.methods.size === 0 || one.methods.has(method)) && one.path.test(path),
    );
    return rule === undefined || holdsOneOf(rule.roles, actor);
  };
  return {
    assertAllowed({ actor, ...requested }) {
      if (!lets(actor, requested)) throw denied(actor);
    },
    isPublic: (requested) => lets(ANONYMOUS, requested),
    mayAsk: lets,
  };
}

function compileRule({ path, methods, roles }: AccessControlRule): CompiledRule {
  try {
    return { path: new RegExp(path), methods: new Set(methods), roles };
  } catch (cause) {
    throw new InternalError(`access_control: "${path}" is not a regular expression.`, { cause });
  }
}

/** Returns whether the caller has one of the roles; an empty list allows everyone. */
function holdsOneOf(roles: readonly string[], actor: Actor): boolean {
  return roles.length === 0 || roles.some((role) => isGranted(actor, role));
}
