import type { Change, ChangeSet } from '../../../kernel/contract/records/change-set.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { ResourceDescriptor, UploadField } from '../../../kernel/contract/schema/resource.js';
import type { UnitHooks } from '../../../kernel/contract/records/unit-of-work.js';
import type { StoredFile } from '../storage/stored-file.js';
import type { StoredFiles } from '../storage/stored-files.js';
import { uploadFieldsOf } from './upload-fields.js';

export interface FileChanges {
  readonly hooks: Required<Pick<UnitHooks, 'afterCommit' | 'afterFailure'>>;
  /**
   * Deletes files that a write stored but no row references. Keeps those that a commit with unknown outcome may
   * reference.
   */
  discard(files: readonly StoredFile[]): Promise<void>;
}

/** Keeps files consistent with the database: new ones exist before the commit, old ones until after it. */
export function createFileChanges(deps: {
  readonly resources: readonly ResourceDescriptor[];
  readonly files: Pick<StoredFiles, 'removeUnreferenced'>;
}): FileChanges {
  const fields = new Map(deps.resources.map((resource) => [resource.name, uploadFieldsOf(resource)]));
  /** These files stay (ADR 12): the file scan finds an orphan, but nothing restores a lost file. */
  const undecided = new Set<string>();

  function filesIn({ changes }: ChangeSet): FilesOfChange {
    const states = changes.map((change) => filesOfChange(change, fields));
    return {
      before: states.flatMap(({ before }) => before),
      after: states.flatMap(({ after }) => after),
    };
  }

  async function removeAll(files: readonly StoredFile[]): Promise<void> {
    if (files.length > 0) await deps.files.removeUnreferenced(files);
  }

  return {
    hooks: {
      /** Deletes files of replaced, cleared and deleted fields, unless another row references them. */
      async afterCommit(changes) {
        const { before, after } = filesIn(changes);
        const keys = new Set(after.map(keyOf));
        await removeAll(before.filter((file) => !keys.has(keyOf(file))));
      },
      async afterFailure(outcome, changes) {
        const { before, after } = filesIn(changes);
        if (outcome === 'unknown') {
          // The server may still be committing, so a query for rows would be too early.
          for (const file of after) undecided.add(keyOf(file));
          return;
        }
        // The unit was rolled back, so no row references its files.
        const keys = new Set(before.map(keyOf));
        await removeAll(after.filter((file) => !keys.has(keyOf(file))));
      },
    },

    async discard(files) {
      await deps.files.removeUnreferenced(files.filter((file) => !undecided.has(keyOf(file))));
    },
  };
}

const keyOf = ({ adapter, path }: StoredFile): string => `${adapter}:${path}`;

interface FilesOfChange {
  readonly before: readonly StoredFile[];
  readonly after: readonly StoredFile[];
}

function filesOfChange(change: Change, fields: ReadonlyMap<string, readonly UploadField[]>): FilesOfChange {
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
