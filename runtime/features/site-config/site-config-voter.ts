import type { Actor } from '../../kernel/contract/context.js';
import type { ItemVoter } from '../../kernel/contract/operations.js';
import { denied } from '../../kernel/errors/catalog.js';
import type { ExpressionGate } from '../../kernel/serializer/field-access.js';

/** Single site config parameters are for those who may see drafts; the list is public (core.md section 13). */
export function createSiteConfigVoter(gate: ExpressionGate, permission: string): ItemVoter {
  return {
    appliesTo: ({ name }) => name === 'SiteConfigParameter',
    assertGranted(_record, _operation, { context }) {
      assertSiteConfigAllowed(gate, permission, context.actor);
      return Promise.resolve();
    },
  };
}

/** @throws AppError 401/403 */
export function assertSiteConfigAllowed(gate: ExpressionGate, permission: string, actor: Actor): void {
  if (!gate(permission, actor)) throw denied(actor);
}
