import type { RequestContext } from '../contract/context.js';
import type { MayAsk } from '../contract/http/http.js';
import type { ItemOperation, ItemVoter, OperationResource } from '../contract/records/operations.js';
import type { OperationName } from '../contract/schema/resource.js';
import { AppError } from '../errors/app-error.js';

/** What a caller may do with records of a type, by all that can be said without one: single records may still be refused. */
export interface TypeRights {
  readonly list: boolean;
  readonly read: boolean;
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
}

export interface TypeRightsDeps {
  /** The voters that the type has. */
  readonly voters: readonly ItemVoter[];
  readonly mayAsk: MayAsk;
}

/** An address of an item for the table of access control, which tells no record from another. */
const ANY_ID = '00000000-0000-0000-0000-000000000000';

/** Asks the table of access control and the voters what requests of the caller would meet. */
export function typeRights(
  resource: OperationResource,
  context: RequestContext,
  { voters, mayAsk }: TypeRightsDeps,
): TypeRights {
  const { operations, path } = resource;
  const has = (operation: OperationName, method: string, asked: string): boolean =>
    operations.includes(operation) && mayAsk(context.actor, { method, path: asked });
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

/** Whether a judgement refuses nobody; what it fails with otherwise is no refusal. */
function passes(judge: () => void): boolean {
  try {
    judge();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
