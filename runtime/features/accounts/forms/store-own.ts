import { notFound } from '../../../kernel/errors/catalog.js';
import type { FormStep } from '../../../extension-points/forms/form-flow.js';
import type { AccountChange } from '../change-account.js';
import type { Names } from '../user-names.js';
import type { Users } from '../users.js';
import { requireCaller } from './caller.js';

/** Changes the account of the current user and returns it as the result. */
export function storeOwn(to: {
  readonly users: Pick<Users, 'storeChange'>;
  /** New names of the account. */
  readonly names?: Names;
  readonly change: AccountChange;
}): FormStep {
  const { users, names = {}, change } = to;
  return async (event, scope) => {
    const { id } = requireCaller(scope.context);
    const stored = await users.storeChange({ id, names }, scope, () => Promise.resolve(change));
    // The account was deleted during the session.
    if (stored === undefined) throw notFound();
    event.result = { record: stored.after };
  };
}
