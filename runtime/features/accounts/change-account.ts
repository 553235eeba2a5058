import type { RequestContext } from '../../kernel/contract/context.js';
import type { SqlSession } from '../../kernel/contract/database.js';
import type { MemberChange, RunCommand } from '../../kernel/contract/operations.js';
import type { RecordReader } from '../../kernel/records/record-reader.js';
import type { UserRow, UserRows } from './authentication/index.js';
import { USER } from './is-user.js';
import type { Names, UserNames } from './user-names.js';

/** What a flow stores in an account. */
export type AccountChange = Pick<MemberChange, 'values' | 'concealed'>;

/**
 * Changes an account if it still is what a flow has seen: `decide` looks at its locked row and answers undefined when it is
 * not, so that of two requests at once one succeeds. Answers whether it was changed.
 */
export type ChangeAccount = (
  account: { readonly id: string; readonly names?: Names },
  context: RequestContext,
  decide: (row: UserRow, session: SqlSession) => Promise<AccountChange | undefined>,
) => Promise<boolean>;

export function createChangeAccount(deps: {
  readonly run: RunCommand;
  readonly reader: RecordReader;
  readonly users: UserRows;
  readonly names: UserNames;
}): ChangeAccount {
  const { run, reader, users } = deps;
  return ({ id, names = {} }, context, decide) =>
    run(context, async (scope) => {
      await deps.names.hold(scope.session, names);
      const before = await reader.findLocked(scope.session, { type: USER, id });
      const row = await users.byId(scope.session, id);
      if (before === undefined || row === undefined) return false;
      const change = await decide(row, scope.session);
      if (change === undefined) return false;
      await scope.commands.change(USER, { before, groups: [], ...change }, scope);
      return true;
    });
}
