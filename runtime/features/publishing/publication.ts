import { isShownDrafts } from '../../kernel/authorization/acting-token.js';
import type { Actor, RequestContext } from '../../kernel/contract/context.js';
import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import type { ExpressionGuard } from '../../kernel/serializer/field-access.js';

/**
 * Decides who may access the drafts of a type (components.md section 2.1), and who may write its content (decision
 * 120).
 */
export interface Publication {
  /** Always true for types that are not publishable, because they have no drafts. */
  maySeeDrafts(resource: ResourceDescriptor, actor: Actor): boolean;
  /** Only editors see the usage of a component, so that it costs visitors nothing (contract decision 63). */
  maySeeUsage(resource: ResourceDescriptor, actor: Actor): boolean;
  /**
   * Returns whether the actor has the editing permission of a type. A machine token has that of its owner, even
   * without `drafts`.
   */
  mayEdit(resource: ResourceDescriptor, actor: Actor): boolean;
  /** Returns whether a caller edits content at all. For a token its owner counts, regardless of scopes. */
  isEditor(actor: Actor): boolean;
}

export function createPublication(deps: {
  readonly guard: ExpressionGuard;
  /** Global `publishable.permission`; a type may override it. */
  readonly permission: string;
}): Publication {
  // An anonymous caller has no permission, regardless of the expression.
  const mayEdit = ({ publishable }: ResourceDescriptor, actor: Actor): boolean =>
    actor.user !== null && deps.guard(publishable?.permission ?? deps.permission, actor);
  const isPermitted = (resource: ResourceDescriptor, actor: Actor): boolean =>
    isShownDrafts(actor) && mayEdit(resource, actor);
  return {
    maySeeDrafts: (resource, actor) => resource.publishable === undefined || isPermitted(resource, actor),
    maySeeUsage: isPermitted,
    mayEdit,
    isEditor: (actor) => actor.user !== null && deps.guard(deps.permission, actor),
  };
}

/** Returns whether the caller requests published rows instead of drafts. */
export function wantsPublished({ requested }: RequestContext): boolean {
  return requested.version === 'published';
}
