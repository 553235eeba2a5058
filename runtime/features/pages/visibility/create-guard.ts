import type { RequestContext } from '../../../kernel/contract/context.js';
import type { ResourceDescriptor } from '../../../kernel/contract/resource.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { AccessOf } from './caller-access.js';

/** Refuses to create pages and page data to callers who fail `routable_security` (core.md section 5.3, decision 43). */
export function createContentGuard(
  accessOf: AccessOf,
): (resource: ResourceDescriptor, context: RequestContext) => void {
  return ({ name, kind }, context) => {
    const isRoutable = name === 'Page' || kind === 'page_data';
    if (isRoutable && accessOf(context).routable === 'refused') throw denied(context.actor);
  };
}
