import type { Actor } from '../../contract/context.js';
import type { ResourceDescriptor } from '../../contract/resource.js';
import type { ExpressionGate } from '../../serializer/field-access.js';

/** Who may see drafts of a type: `publishable.permission`, unless the type has its own. */
export interface DraftVisibility {
  isPublishable(type: string): boolean;
  mayReadDrafts(type: string, actor: Actor): boolean;
}

export function createDraftVisibility(deps: {
  readonly gate: ExpressionGate;
  readonly permission: string;
  readonly describe: (type: string) => ResourceDescriptor | undefined;
}): DraftVisibility {
  return {
    isPublishable: (type) => deps.describe(type)?.publishable !== undefined,
    mayReadDrafts(type, actor) {
      const publishable = deps.describe(type)?.publishable;
      return publishable === undefined || deps.gate(publishable.permission ?? deps.permission, actor);
    },
  };
}
