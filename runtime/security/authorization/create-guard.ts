import type { RequestContext } from '../../contract/context.js';
import type { ResourceDescriptor } from '../../contract/resource.js';
import { denied } from '../../errors/catalog.js';
import type { AccessOf } from './caller-access.js';

/** Who may create pages and page data (core.md section 5.3, decision 43). */
export function createContentGuard(
  accessOf: AccessOf,
): (resource: ResourceDescriptor, context: RequestContext) => void {
  return ({ name, kind }, { actor }) => {
    const isRoutable = name === 'Page' || kind === 'page_data';
    if (isRoutable && accessOf(actor).routable === 'refused') throw denied(actor);
  };
}
