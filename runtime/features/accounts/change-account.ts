import type { RequestContext } from '../../kernel/contract/context.js';
import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { MemberChange, StoredWrite, WriteScope } from '../../kernel/contract/records/writes.js';
import type { RunCommand } from '../../kernel/contract/records/use-cases.js';
import type { RecordReader } from '../../kernel/records/record-reader.js';
import type { UserRow, UserRows } from './authentication/index.js';
import { USER } from './is-user.js';
import type { Names, UserNames } from './user-names.js';

/** A change of an account by a flow. `groups` are the validation groups; none by default. */
export type AccountChange = Pick<MemberChange, 'values' | 'concealed'> &
  Partial<Pick<MemberChange, 'groups'>>;

/** An account and its new names. */
export interface ChangedAccount {
  readonly id: string;
  readonly names?: Names;
}

/** Checks the locked row of an account and returns the change, or undefined if the row is not in the expected state. */
export type DecideChange = (row: UserRow, session: SqlSession) => Promise<AccountChange | undefined>;

/** Changes an account within a unit of work; returns undefined if nothing was changed. */
export type StoreAccountChange = (
  account: ChangedAccount,
  scope: WriteScope,
  decide: DecideChange,
) => Promise<StoredWrite | undefined>;

/**
 * Changes an account if it is still in the expected state, so that only one of two parallel requests succeeds. Returns
 * whether it was changed.
 */
export type ChangeAccount = (
  account: ChangedAccount,
  context: RequestContext,
  decide: DecideChange,
) => Promise<boolean>;

export function createStoreAccountChange(deps: {
  readonly reader: RecordReader;
  readonly users: UserRows;
  readonly names: UserNames;
}): StoreAccountChange {
  const { reader, users } = deps;
  return async ({ id, names = {} }, scope, decide) => {
    await deps.names.hold(scope.session, names);
    const before = await reader.findLocked(scope.session, { type: USER, id });
    const row = await users.byId(scope.session, id);
    if (before === undefined || row === undefined) return undefined;
    const change = await decide(row, scope.session);
    if (change === undefined) return undefined;
    return scope.commands.change(USER, { before, groups: [], ...change }, scope);
  };
}

export function createChangeAccount(deps: {
  readonly run: RunCommand;
  readonly storeChange: StoreAccountChange;
}): ChangeAccount {
  return (account, context, decide) =>
    deps.run(context, async (scope) => (await deps.storeChange(account, scope, decide)) !== undefined);
}
