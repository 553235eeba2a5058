import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { Uploads } from '../../uploads/public-api.js';
import type { PreviousRecords } from '../previous-records.js';
import type { Values } from '../stored-state.js';
import { createFilesOf, keyOf } from './files-of.js';
import { holdKept } from './retained-files.js';

export interface PreviousFilesDeps {
  readonly registry: ResourceRegistry;
  readonly uploads: () => Pick<Uploads, 'find'>;
}

/**
 * Removes missing files from previous states. Also returns the members, as `TYPE.member`, that stay unchanged as a
 * result.
 */
export type WithFiles = (
  previous: PreviousRecords,
  session: TransactionSession,
) => Promise<{ readonly previous: PreviousRecords; readonly leftOut: readonly string[] }>;

/**
 * Creates the function. A file is available if it is retained by the history or released by a record in this unit, and
 * exists in its filesystem.
 */
export function createWithFiles({ registry, uploads }: PreviousFilesDeps): WithFiles {
  const filesOf = createFilesOf(registry);

  async function findThere({ removed, changed, created }: PreviousRecords, session: TransactionSession) {
    const wanted = [
      ...removed.flatMap(filesOf),
      ...changed.flatMap(({ record: { type }, values }) => filesOf({ type, values })),
    ];
    const given = [...changed.map(({ record }) => record), ...created];
    const free = new Set(
      [
        ...(await holdKept(session, [...new Set(wanted.map(({ path }) => path))])),
        ...given.flatMap(filesOf),
      ].map(keyOf),
    );
    const requested = wanted.filter((file) => free.has(keyOf(file)));
    const found = await uploads().find(requested);
    return new Set(requested.filter((_file, index) => found[index] !== undefined).map(keyOf));
  }

  return async (previous, session) => {
    const there = await findThere(previous, session);
    const leftOut = new Set<string>();
    const without = (type: string, values: Values): Values => {
      const gone = filesOf({ type, values }).filter((file) => !there.has(keyOf(file)));
      for (const { name } of gone) leftOut.add(`${type}.${name}`);
      const names = new Set(gone.map(({ name }) => name));
      return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
    };
    const removed = previous.removed.map((one) => ({ ...one, values: without(one.type, one.values) }));
    const changed = previous.changed.map(({ record, values }) => ({
      record,
      values: without(record.type, values),
    }));
    return { previous: { ...previous, removed, changed }, leftOut: [...leftOut] };
  };
}
