import type { Change, ChangeSet } from '../contract/change-set.js';
import type { RequestContext } from '../contract/context.js';
import type { TransactionSession } from '../contract/database.js';
import type { WriteScope } from '../contract/operations.js';
import type { StoredRecord } from '../contract/record.js';
import type { ResourceDescriptor, UploadField } from '../contract/resource.js';
import type { StoredFile, StoredFiles } from './stored-files.js';
import { uploadFieldsOf } from './upload-fields.js';

/** Runs a command in a transaction of its own. */
export type Run = <Result>(
  context: RequestContext,
  work: (scope: WriteScope) => Promise<Result>,
) => Promise<Result>;

export interface FileChanges {
  /** A file was made in this transaction; it goes when nothing refers to it in the end. */
  made(session: TransactionSession, file: StoredFile): void;
  /** Removes what a rolled back or repeated transaction made. */
  around(run: Run): Run;
  /** After the commit: files of replaced, cleared and deleted fields go, unless another row still holds them. */
  afterCommit(changes: ChangeSet): Promise<void>;
}

/** Makes files follow the database: new ones exist before the commit, old ones until after it. */
export function createFileChanges(deps: {
  readonly resources: readonly ResourceDescriptor[];
  readonly files: StoredFiles;
}): FileChanges {
  const fields = new Map(deps.resources.map((resource) => [resource.name, uploadFieldsOf(resource)]));
  const made = new WeakMap<TransactionSession, StoredFile[]>();
  const sessions = new WeakMap<ChangeSet, TransactionSession>();
  const discard = (attempts: readonly TransactionSession[]): Promise<void> =>
    deps.files.removeUnreferenced(attempts.flatMap((session) => made.get(session) ?? []));

  return {
    made(session, file) {
      made.set(session, [...(made.get(session) ?? []), file]);
    },

    around: (run) => async (context, work) => {
      const attempts: TransactionSession[] = [];
      try {
        const result = await run(context, (scope) => {
          attempts.push(scope.session);
          sessions.set(scope.changes, scope.session);
          return work(scope);
        });
        await discard(attempts.slice(0, -1));
        return result;
      } catch (error) {
        // Whether the commit went through may be unknown, so rows are asked before anything goes.
        await discard(attempts);
        throw error;
      }
    },

    async afterCommit(changes) {
      const states = changes.changes.map((change) => filesOfChange(change, fields));
      const kept = new Set(states.flatMap(({ after }) => after.map(keyOf)));
      const session = sessions.get(changes);
      const fresh = session === undefined ? [] : (made.get(session) ?? []);
      const released = [...states.flatMap(({ before }) => before), ...fresh];
      const gone = released.filter((file) => !kept.has(keyOf(file)));
      if (gone.length > 0) await deps.files.removeUnreferenced(gone);
    },
  };
}

const keyOf = ({ adapter, path }: StoredFile): string => `${adapter}:${path}`;

function filesOfChange(
  change: Change,
  fields: ReadonlyMap<string, readonly UploadField[]>,
): { readonly before: readonly StoredFile[]; readonly after: readonly StoredFile[] } {
  return {
    before: change.kind === 'created' ? [] : filesOf(change.before, fields),
    after: change.kind === 'deleted' ? [] : filesOf(change.after, fields),
  };
}

function filesOf(
  record: StoredRecord,
  fields: ReadonlyMap<string, readonly UploadField[]>,
): readonly StoredFile[] {
  return (fields.get(record.type) ?? []).flatMap(({ name, adapter }) => {
    const path = record.values[name];
    return typeof path === 'string' && path !== '' ? [{ adapter, path }] : [];
  });
}
