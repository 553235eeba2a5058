import type { Change, ChangeSet } from '../contract/change-set.js';
import type { Database } from '../contract/database.js';
import type { RunCommand } from '../contract/operations.js';
import type { StoredRecord } from '../contract/record.js';
import type { ResourceDescriptor, UploadField } from '../contract/resource.js';
import { AppError } from '../errors/app-error.js';
import { DatabaseUnavailable } from '../errors/database-unavailable.js';
import type { StoredFile, StoredFiles } from './stored-files.js';
import { uploadFieldsOf } from './upload-fields.js';

export interface FileChanges {
  /** Notices a commit of which nobody knows whether it went through. */
  around(run: RunCommand): RunCommand;
  /** Removes files that a write brought and that no row took; none that such a commit may still name. */
  discard(files: readonly StoredFile[]): Promise<void>;
  /** After the commit: files of replaced, cleared and deleted fields go, unless another row still holds them. */
  afterCommit(changes: ChangeSet): Promise<void>;
}

/** Makes files follow the database: new ones exist before the commit, old ones until after it. */
export function createFileChanges(deps: {
  readonly resources: readonly ResourceDescriptor[];
  readonly files: Pick<StoredFiles, 'removeUnreferenced'>;
  readonly database: Pick<Database, 'afterRollback'>;
}): FileChanges {
  const fields = new Map(deps.resources.map((resource) => [resource.name, uploadFieldsOf(resource)]));
  /** An orphan is found by the file scan, a lost file by nobody, so these stay (ADR 12). */
  const undecided = new Set<string>();

  return {
    around: (run) => async (context, work) => {
      let ended: ChangeSet | undefined;
      try {
        return await run(context, async (scope) => {
          ended = undefined; // a repeated transaction starts over
          const result = await work(scope);
          ended = scope.changes;
          return result;
        });
      } catch (error) {
        // What the database refused is known not to be stored, also where it says so with the commit only.
        const isUndecided = error instanceof DatabaseUnavailable && error.kind === 'away';
        if (error instanceof AppError && !isUndecided) throw error;
        // When the connection broke, the server may be committing yet, and asking it for rows would be too early.
        for (const change of ended?.changes ?? [])
          for (const file of filesOfChange(change, fields).after) undecided.add(keyOf(file));
        throw error;
      }
    },

    async discard(files) {
      const decided = files.filter((file) => !undecided.has(keyOf(file)));
      await deps.files.removeUnreferenced(decided);
      deps.database.afterRollback(() => deps.files.removeUnreferenced(decided));
    },

    async afterCommit(changes) {
      const states = changes.changes.map((change) => filesOfChange(change, fields));
      const kept = new Set(states.flatMap(({ after }) => after.map(keyOf)));
      const gone = states.flatMap(({ before }) => before).filter((file) => !kept.has(keyOf(file)));
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
