import type { RequestContext } from '../../contract/context.js';
import type { ResourceDescriptor } from '../../contract/resource.js';
import { denied } from '../../errors/catalog.js';
import type { ExpressionGate } from '../../serializer/field-access.js';
import type { AccessOf } from './caller-access.js';
import { assertSiteConfigAllowed } from './voters/site-config-voter.js';

/** Who may create pages, page data and site config parameters (core.md sections 5.3 and 13, decision 43). */
export function createContentGuard(deps: {
  readonly accessOf: AccessOf;
  readonly gate: ExpressionGate;
  readonly permission: string;
}): (resource: ResourceDescriptor, context: RequestContext) => void {
  return ({ name, kind }, context) => {
    const { actor } = context;
    const isRoutable = name === 'Page' || kind === 'page_data';
    if (isRoutable && deps.accessOf(context).routable === 'refused') throw denied(actor);
    if (name === 'SiteConfigParameter') assertSiteConfigAllowed(deps.gate, deps.permission, actor);
  };
}
