import type { Change } from '../../../kernel/contract/records/change-set.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { createFilesOf, keyOf } from './files-of.js';
import { type IsRecorded, subjectOf } from '../recorded-types.js';

/** A file released by a unit of work, and the subject whose history refers to it. */
export interface FreedFile extends Readonly<Record<string, string>> {
  readonly subject: string;
  readonly adapter: string;
  readonly path: string;
}

/** Returns the files of recorded types that records held before a unit, and none of its records holds after it. */
export type FindFreed = (changes: readonly Change[], isRecorded: IsRecorded) => readonly FreedFile[];

export function createFindFreed(registry: ResourceRegistry): FindFreed {
  const filesOf = createFilesOf(registry);

  return (changes, isRecorded) => {
    const before = changes.flatMap((change): readonly FreedFile[] => {
      if (change.kind === 'created') return [];
      const files = filesOf(change.before);
      const resource = registry.require(change.before.type);
      if (files.length === 0 || !isRecorded(resource)) return [];
      const subject = subjectOf(resource, change.kind === 'updated' ? change.after : change.before);
      return files.map(({ adapter, path }) => ({ subject, adapter, path }));
    });
    if (before.length === 0) return [];
    const held = new Set(
      changes.flatMap((change) => (change.kind === 'deleted' ? [] : filesOf(change.after).map(keyOf))),
    );
    return before.filter((file) => !held.has(keyOf(file)));
  };
}
