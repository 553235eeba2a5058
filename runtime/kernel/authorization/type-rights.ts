import type { RequestContext } from '../contract/context.js';
import type { MayAsk } from '../contract/http/http.js';
import type { ItemOperation, ItemVoter, OperationResource } from '../contract/records/operations.js';
import type { OperationName } from '../contract/schema/resource.js';
import { AppError } from '../errors/app-error.js';

/** Type-level rights of a caller. Access to single records may still be denied. */
export interface TypeRights {
  readonly list: boolean;
  readonly read: boolean;
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
}

export interface TypeRightsDeps {
  /** The voters of the type. */
  readonly voters: readonly ItemVoter[];
  readonly mayAsk: MayAsk;
}

/** Placeholder item id for the access control table, which does not distinguish records. */
const ANY_ID = '00000000-0000-0000-0000-000000000000';

/** Evaluates the access control table and the voters to find out what the caller may do with a type. */
export function typeRights(
  resource: OperationResource,
  context: RequestContext,
  { voters, mayAsk }: TypeRightsDeps,
): TypeRights {
  const { operations, path } = resource;
  const has = (operation: OperationName, method: string, requested: string): boolean =>
    operations.includes(operation) && mayAsk(context.actor, { method, path: requested });
  const item = `${path}/${ANY_ID}`;
  const mayEver = (operation: ItemOperation): boolean =>
    voters.every((voter) => voter.mayEver?.(resource, operation, context) ?? true);
  return {
    list:
      has('collection', 'GET', path) &&
      voters.every((voter) => passes(() => voter.assertMayList?.(resource, context))),
    read: has('read', 'GET', item) && mayEver('read'),
    create:
      has('create', 'POST', path) &&
      voters.every((voter) => passes(() => voter.assertMayCreate?.(resource, context))),
    update: has('update', 'PATCH', item) && mayEver('update'),
    delete: has('delete', 'DELETE', item) && mayEver('delete'),
  };
}

/** Returns whether a check passes. Errors other than client errors are rethrown. */
function passes(evaluate: () => void): boolean {
  try {
    evaluate();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
