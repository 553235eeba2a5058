import { isShownDrafts } from '../../../kernel/authorization/acting-token.js';
import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { Actor, RequestContext } from '../../../kernel/contract/context.js';
import type { ExpressionGuard } from '../../../kernel/serializer/field-access.js';
import { stateKey } from '../../../kernel/util/async/state.js';
import type { VisibilityRules } from '../sql/visibility-rules.js';
import type { RefusedRules, RouteRule } from './route-security.js';

/** Access that the configured rules give to one caller, independent of any record. */
export interface CallerAccess {
  /** True for administrators, who see routes of any date. */
  readonly seesNotLive: boolean;
  /** Returns whether the request reveals a record regardless of dates and place. */
  isRevealed(id: string): boolean;
  readonly routable: VisibilityRules['routable'];
  readonly refusedRules: readonly RouteRule[];
  readonly rules: VisibilityRules;
  /** True if neither places nor dates can hide anything from this caller. */
  readonly isUnrestricted: boolean;
  /** Applies `route_security` in its reading for items. */
  mayOpen(path: string): boolean;
}

export type AccessOf = (context: RequestContext) => CallerAccess;

export function createCallerAccess(deps: {
  readonly guard: ExpressionGuard;
  readonly refusedRules: RefusedRules;
  readonly routableSecurity: string | null;
}): AccessOf {
  const { guard, refusedRules, routableSecurity } = deps;
  /** Computed once per request and actor, because parts of a request may be read as an anonymous caller. */
  const known = stateKey(() => new Map<Actor, CallerAccess>());
  function build({ actor, reveals }: RequestContext): CallerAccess {
    const seesNotLive = isGranted(actor, ROLE_ADMIN) && isShownDrafts(actor);
    const refused = refusedRules(actor);
    const routable =
      routableSecurity === null ? 'unset' : guard(routableSecurity, actor) ? 'passed' : 'refused';
    return {
      seesNotLive,
      isRevealed: (id) => reveals?.has(id) === true,
      routable,
      refusedRules: refused,
      rules: { seesNotLive, routable, refusals: refused.map(({ itemPattern }) => itemPattern) },
      isUnrestricted: seesNotLive && routable !== 'refused' && refused.length === 0,
      mayOpen: (path) => !refused.some((rule) => rule.matches(path)),
    };
  }
  return (context) => {
    const held = context.state.of(known);
    let access = held.get(context.actor);
    if (access === undefined) held.set(context.actor, (access = build(context)));
    return access;
  };
}
