import type { Accounts } from '../../accounts/index.js';
import type { Answers } from '../../composition/answers.js';
import type { Kernel } from '../../composition/kernel.js';
import type { Cascade } from '../../content/cascade/cascade.js';
import { createRemoveUser } from '../../content/cascade/remove-user.js';
import { accountEndpoints } from '../../http/endpoints/accounts.js';
import type { UserListPrinter } from '../../http/user-list-printer.js';
import type { Feature } from '../../operations/feature.js';

export interface AccountsUses {
  readonly accounts: Accounts;
  readonly cascade: Cascade;
  readonly printUsers: UserListPrinter;
  readonly answers: Answers;
}

/** Users, their sessions and the mails about them (accounts.md sections 2 to 7). */
export function createAccountsFeature(
  { reader, config }: Kernel,
  { accounts, cascade, printUsers, answers }: AccountsUses,
): Feature {
  return {
    name: 'accounts',
    endpoints: ({ operations: { run } }) =>
      accountEndpoints({
        accounts,
        removeUser: createRemoveUser({ reader, cascade, run }),
        printUsers,
        config,
        tell: answers.tell,
      }),
  };
}
