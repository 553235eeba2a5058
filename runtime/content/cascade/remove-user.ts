import type { RequestContext } from '../../contract/context.js';
import type { RunCommand } from '../../contract/operations.js';
import { notFound } from '../../errors/catalog.js';
import type { RecordReader } from '../../records/record-reader.js';
import type { Cascade } from './cascade.js';

/**
 * Removes a user with what the relations of the application's types say: records that name the user go, lose the reference, or
 * forbid it (contract decision 75).
 * @throws AppError 404; 422 naming the type that still needs the user, with nothing written.
 */
export type RemoveUser = (id: string, context: RequestContext) => Promise<void>;

export function createRemoveUser(deps: {
  readonly reader: RecordReader;
  readonly cascade: Cascade;
  readonly run: RunCommand;
}): RemoveUser {
  return (id, context) =>
    deps.run(context, async (scope) => {
      const user = await deps.reader.find(scope.session, 'User', id, 'lock');
      if (user === undefined) throw notFound();
      await deps.cascade.removeAll([user], scope);
    });
}
