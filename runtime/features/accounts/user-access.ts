import type { AccountsConfig } from './settings.js';
import type { Actor } from '../../kernel/contract/context.js';
import type { ItemVoter } from '../../kernel/contract/operations.js';
import type { ResourceDescriptor } from '../../kernel/contract/resource.js';
import { denied, forbidden } from '../../kernel/errors/catalog.js';
import { accountOf, expressionFields } from './authentication/index.js';
import type { ExpressionGate } from '../../kernel/serializer/field-access.js';
import { isUser } from './is-user.js';

/** Decides who may do what with an account (accounts.md section 6.2). */
export interface UserAccess {
  readonly voter: ItemVoter;
  /** @throws AppError 401/403 when the caller may not ask for the list of accounts. */
  assertListable(resource: ResourceDescriptor, actor: Actor): void;
  /** @throws AppError 403, for strangers too. */
  assertCreatable(resource: ResourceDescriptor, actor: Actor): void;
  /** Whether the caller may create accounts. */
  mayCreate(actor: Actor): boolean;
}

/** The rules of `user.security`; strangers are shown no account, whatever it says. */
export function createUserAccess(
  security: AccountsConfig['user']['security'],
  gate: ExpressionGate,
): UserAccess {
  const mayCreate: UserAccess['mayCreate'] = (actor) => gate(security.create, actor);
  return {
    mayCreate,
    voter: {
      appliesTo: isUser,
      assertGranted(record, operation, { context: { actor } }) {
        const object = expressionFields(accountOf(record));
        if (actor.user === null || !gate(security[operation], actor, object)) throw denied(actor);
        return Promise.resolve();
      },
      // Callers who may not see every account must not learn which ids exist.
      assertMayMiss({ actor }) {
        if (actor.user === null || !gate(security.list, actor)) throw denied(actor);
      },
    },
    assertListable(resource, actor) {
      if (isUser(resource) && !gate(security.list, actor)) throw denied(actor);
    },
    assertCreatable(resource, actor) {
      if (isUser(resource) && !mayCreate(actor)) throw forbidden();
    },
  };
}
