import { isShownDrafts } from '../../kernel/authorization/acting-token.js';
import type { Actor, RequestContext } from '../../kernel/contract/context.js';
import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import type { ExpressionGate } from '../../kernel/serializer/field-access.js';

/** Decides who may handle the drafts of a type (components.md section 2.1), and who may write its content (decision 120). */
export interface Publication {
  /** Types that are not publishable have no drafts, so everyone may see all of them. */
  maySeeDrafts(resource: ResourceDescriptor, actor: Actor): boolean;
  /** The usage of a component is for its editors, so that it costs visitors nothing (contract decision 63). */
  maySeeUsage(resource: ResourceDescriptor, actor: Actor): boolean;
  /** Whether the actor holds the editing permission of a type. A machine token has that of its owner, also without `drafts`. */
  mayEdit(resource: ResourceDescriptor, actor: Actor): boolean;
  /** Whether a caller edits content at all; the owner of a token is asked, whatever its scopes are. */
  isEditor(actor: Actor): boolean;
}

export function createPublication(deps: {
  readonly gate: ExpressionGate;
  /** Global `publishable.permission`; a type may replace it. */
  readonly permission: string;
}): Publication {
  // A caller without a user has no permission, whatever the expression says.
  const mayEdit = ({ publishable }: ResourceDescriptor, actor: Actor): boolean =>
    actor.user !== null && deps.gate(publishable?.permission ?? deps.permission, actor);
  const isPermitted = (resource: ResourceDescriptor, actor: Actor): boolean =>
    isShownDrafts(actor) && mayEdit(resource, actor);
  return {
    maySeeDrafts: (resource, actor) => resource.publishable === undefined || isPermitted(resource, actor),
    maySeeUsage: isPermitted,
    mayEdit,
    isEditor: (actor) => actor.user !== null && deps.gate(deps.permission, actor),
  };
}

/** The caller wants the published rows, not the drafts. */
export function wantsPublished({ asked }: RequestContext): boolean {
  return asked.version === 'published';
}
