import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { Uploads } from '../../uploads/door.js';
import type { FormerRecords } from '../former-records.js';
import type { Values } from '../stored-state.js';
import { createFilesOf, keyOf } from './files-of.js';
import { holdKept } from './kept-files.js';

export interface FormerFilesDeps {
  readonly registry: ResourceRegistry;
  readonly uploads: () => Pick<Uploads, 'find'>;
}

/**
 * Removes missing files from previous states. Also returns the members, as `TYPE.member`, that stay unchanged as a
 * result.
 */
export type WithFiles = (
  former: FormerRecords,
  session: TransactionSession,
) => Promise<{ readonly former: FormerRecords; readonly leftOut: readonly string[] }>;

/**
 * Creates the function. A file is available if it is retained by the history or released by a record in this unit, and
 * exists in its filesystem.
 */
export function createWithFiles({ registry, uploads }: FormerFilesDeps): WithFiles {
  const filesOf = createFilesOf(registry);

  async function findThere({ removed, changed, created }: FormerRecords, session: TransactionSession) {
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
    const asked = wanted.filter((file) => free.has(keyOf(file)));
    const found = await uploads().find(asked);
    return new Set(asked.filter((_file, index) => found[index] !== undefined).map(keyOf));
  }

  return async (former, session) => {
    const there = await findThere(former, session);
    const leftOut = new Set<string>();
    const without = (type: string, values: Values): Values => {
      const gone = filesOf({ type, values }).filter((file) => !there.has(keyOf(file)));
      for (const { name } of gone) leftOut.add(`${type}.${name}`);
      const names = new Set(gone.map(({ name }) => name));
      return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
    };
    const removed = former.removed.map((one) => ({ ...one, values: without(one.type, one.values) }));
    const changed = former.changed.map(({ record, values }) => ({
      record,
      values: without(record.type, values),
    }));
    return { former: { ...former, removed, changed }, leftOut: [...leftOut] };
  };
}
