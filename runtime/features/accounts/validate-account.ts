import type { Actor } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database/database.js';
import type { CompleteDescriptor } from '../../kernel/contract/schema/resource.js';
import type { Violation } from '../../kernel/contract/records/validation.js';
import { validationScope } from '../../kernel/authorization/role-hierarchy.js';
import type { Clock } from '../../kernel/ports/clock.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';
import { PASSWORD_CREATE } from './model/user.js';
import { refuseCommonPassword } from './password-rules.js';
import { validateNames, type NamesToValidate } from './validate-names.js';
import type { UserNames } from './user-names.js';

/** Account fields before storage, including `plainPassword`. */
export interface AccountToValidate extends Pick<NamesToValidate, 'id' | 'previous' | 'groups'> {
  readonly values: Readonly<Record<string, unknown>>;
  readonly actor: Actor;
}

/** Returns the violations that a write of these account fields would report (accounts.md section 6.3). */
export type ValidateAccount = (account: AccountToValidate) => Promise<readonly Violation[]>;

export function createValidateAccount(deps: {
  readonly database: Database;
  readonly resource: CompleteDescriptor;
  readonly names: UserNames;
  readonly clock: Clock;
}): ValidateAccount {
  return async ({ actor, ...account }) => {
    const { values, groups } = account;
    const violations = createViolationList();
    await validateNames({ ...account, violations }, deps.database, deps.names);
    deps.resource.validate(values, {
      groups,
      violations,
      ...validationScope({ actor, now: deps.clock.now() }),
    });
    if (groups.has(PASSWORD_CREATE)) await refuseCommonPassword(values.plainPassword, violations);
    return violations.items;
  };
}
