import { isShownDrafts } from '../../../kernel/authorization/acting-token.js';
import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { Actor, RequestContext } from '../../../kernel/contract/context.js';
import type { ExpressionGate } from '../../../kernel/serializer/field-access.js';
import { stateKey } from '../../../kernel/util/async/state.js';
import type { VisibilityRules } from '../sql/visibility-rules.js';
import type { RefusedRules, RouteRule } from './route-security.js';

/** The access that the configured rules give to one caller, before any record is looked at. */
export interface CallerAccess {
  /** Administrators see routes whatever their date. */
  readonly seesNotLive: boolean;
  /** Whether the request sees a record whatever its dates and its place would hide. */
  isRevealed(id: string): boolean;
  readonly routable: VisibilityRules['routable'];
  readonly refusedRules: readonly RouteRule[];
  readonly rules: VisibilityRules;
  /** Whether nothing can be hidden from this caller by place or date. */
  readonly isUnrestricted: boolean;
  /** Item reading of `route_security`. */
  mayOpen(path: string): boolean;
}

export type AccessOf = (context: RequestContext) => CallerAccess;

export function createCallerAccess(deps: {
  readonly gate: ExpressionGate;
  readonly refusedRules: RefusedRules;
  readonly routableSecurity: string | null;
}): AccessOf {
  const { gate, refusedRules, routableSecurity } = deps;
  /** Worked out once for each request; parts of one may see its caller as nobody. */
  const known = stateKey(() => new Map<Actor, CallerAccess>());
  function build({ actor, reveals }: RequestContext): CallerAccess {
    const seesNotLive = isGranted(actor, ROLE_ADMIN) && isShownDrafts(actor);
    const refused = refusedRules(actor);
    const routable =
      routableSecurity === null ? 'unset' : gate(routableSecurity, actor) ? 'passed' : 'refused';
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
