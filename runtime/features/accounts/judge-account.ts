import type { Actor } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database.js';
import type { CompleteDescriptor } from '../../kernel/contract/resource.js';
import type { Violation } from '../../kernel/contract/validation.js';
import { isGranted } from '../../kernel/authorization/role-hierarchy.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';
import { judgeNames, type JudgedNames } from './judge-names.js';
import type { UserNames } from './user-names.js';

/** Members of an account that nobody stores yet; `plainPassword` among them. */
export interface JudgedAccount extends Pick<JudgedNames, 'id' | 'former' | 'groups'> {
  readonly values: Readonly<Record<string, unknown>>;
  readonly actor: Actor;
}

/** What a write would find wrong with members of an account (accounts.md section 6.3). */
export type JudgeAccount = (account: JudgedAccount) => Promise<readonly Violation[]>;

export function createJudgeAccount(deps: {
  readonly database: Database;
  readonly resource: CompleteDescriptor;
  readonly names: UserNames;
}): JudgeAccount {
  return async ({ actor, ...account }) => {
    const { values, groups } = account;
    const violations = createViolationList();
    await judgeNames({ ...account, violations }, deps.database, deps.names);
    deps.resource.validate(values, {
      groups,
      violations,
      user: actor.user === null ? null : actor.user.fields,
      isGranted: (role) => isGranted(actor, role),
    });
    return violations.items;
  };
}
