import type { RequestContext } from '../../kernel/contract/context.js';
import type { ItemVoter } from '../../kernel/contract/records/operations.js';
import { denied } from '../../kernel/errors/catalog.js';
import type { ExpressionGuard } from '../../kernel/serializer/field-access.js';

/** Allows access to single parameters for callers who may see drafts; the list is public (core.md section 13). */
export function createSiteConfigVoter(guard: ExpressionGuard, permission: string): ItemVoter {
  const isAllowed = ({ actor }: RequestContext): boolean => guard(permission, actor);
  /** @throws AppError 401/403 */
  function assertAllowed(context: RequestContext): void {
    if (!isAllowed(context)) throw denied(context.actor);
  }

  return {
    appliesTo: ({ name }) => name === 'SiteConfigParameter',
    assertGranted(_record, _operation, { context }) {
      assertAllowed(context);
      return Promise.resolve();
    },
    assertMayCreate: (_resource, context) => assertAllowed(context),
    mayEver: (_resource, _operation, context) => isAllowed(context),
  };
}
