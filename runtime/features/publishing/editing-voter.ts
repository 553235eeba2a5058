import type { Actor } from '../../kernel/contract/context.js';
import type { ItemVoter, OperationResource } from '../../kernel/contract/records/operations.js';
import { denied } from '../../kernel/errors/catalog.js';
import { needsEditingPermission } from './needs-editing-permission.js';
import type { Publication } from './publication.js';

const NEEDS_PERMISSION = 'Writing content needs the editing permission.';

/**
 * Requires the editing permission for writing content, regardless of `x-security` and the access table (contract
 * decision 120). Does not apply to reads and commands.
 */
export function createEditingVoter(
  publication: Pick<Publication, 'mayEdit'>,
  require: (type: string) => OperationResource,
): ItemVoter {
  const mayWrite = (resource: OperationResource, actor: Actor): boolean =>
    actor.isCommand === true || publication.mayEdit(resource, actor);

  /** @throws AppError 401/403 */
  function assertMayWrite(resource: OperationResource, actor: Actor): void {
    if (!mayWrite(resource, actor)) throw denied(actor, NEEDS_PERMISSION);
  }
  return {
    isOfCallers: true,
    appliesTo: needsEditingPermission,
    assertGranted({ type }, operation, { context }) {
      if (operation !== 'read') assertMayWrite(require(type), context.actor);
      return Promise.resolve();
    },
    assertMayCreate: (resource, { actor }) => assertMayWrite(resource, actor),
    mayEver: (resource, operation, { actor }) => operation === 'read' || mayWrite(resource, actor),
  };
}
