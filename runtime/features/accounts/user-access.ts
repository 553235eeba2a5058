import type { AccountsConfig } from './settings.js';
import type { Actor } from '../../kernel/contract/context.js';
import type { ItemVoter } from '../../kernel/contract/records/operations.js';
import { denied, forbidden, kernelErrors } from '../../kernel/errors/catalog.js';
import { textDependsOnObject } from '../../kernel/expression/depends-on-object.js';
import { accountOf, expressionFields } from './authentication/index.js';
import type { ExpressionGuard } from '../../kernel/serializer/field-access.js';
import { isUser } from './is-user.js';
import { assertNoSwitcher } from './machine-rule.js';

/** Authorizes access to accounts (accounts.md section 6.2). */
export interface UserAccess {
  readonly voter: ItemVoter;
  /** Returns whether the caller may create accounts. */
  mayCreate(actor: Actor): boolean;
}

/** Creates the rules of `user.security`. Anonymous callers never see accounts, whatever the setting. */
export function createUserAccess(
  security: AccountsConfig['user']['security'],
  guard: ExpressionGuard,
): UserAccess {
  const mayCreate: UserAccess['mayCreate'] = (actor) => guard(security.create, actor);
  return {
    mayCreate,
    voter: {
      appliesTo: isUser,
      assertGranted(record, operation, { context: { actor } }) {
        const object = expressionFields(accountOf(record));
        if (actor.user === null || !guard(security[operation], actor, object)) throw denied(actor);
        // A token that changes its owner could extend its own rights.
        if (actor.token !== undefined && operation !== 'read' && record.id === actor.user.id)
          throw kernelErrors.notForTokens();
        if (operation !== 'read') assertNoSwitcher(record, actor);
        return Promise.resolve();
      },
      // Callers without access to all accounts must not learn which ids exist.
      assertMayMiss({ actor }) {
        if (actor.user === null || !guard(security.list, actor)) throw denied(actor);
      },
      assertMayList(_resource, { actor }) {
        if (!guard(security.list, actor)) throw denied(actor);
      },
      // Anonymous callers also receive 403.
      assertMayCreate(_resource, { actor }) {
        if (!mayCreate(actor)) throw forbidden();
      },
      mayEver: (_resource, operation, { actor }) =>
        actor.user !== null &&
        (textDependsOnObject(security[operation]) || guard(security[operation], actor)),
    },
  };
}
