import type { WriteScope } from '../contract/records/writes.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import type { Holder } from './find-holders.js';
import type { LockRecords } from './lock-records.js';
import { referenceOf } from './references.js';
import type { RowWriter } from './row-writer.js';
import { isToOne } from './stored-members.js';

export interface Pointing {
  /** Holders of one column. They were found without a lock and may have changed. */
  readonly holders: readonly Pick<Holder, 'type' | 'id' | 'column'>[];
  /** Returns whether a holder that references this record is updated to `to`. */
  readonly names: (id: string) => boolean;
  readonly to: Reference | null;
}

/**
 * Updates the references of holders to another record, or to null, and returns the updated holders.
 * Deletions, merges of drafts and routes that replace a redirect change references through it only.
 */
export type PointHolders = (unit: WriteScope, pointing: Pointing) => Promise<readonly StoredRecord[]>;

export function createPointHolders({
  registry,
  locks,
  writer,
}: {
  readonly registry: ResourceRegistry;
  readonly locks: LockRecords;
  readonly writer: RowWriter;
}): PointHolders {
  return async (unit, { holders, names, to }) => {
    const column = holders[0]?.column;
    if (column === undefined) return [];
    const found = await locks.lockAndLoad(unit.session, holders);
    const holding = found.filter(({ type, values }) => {
      const { fields } = registry.require(type);
      const field = fields.find((each) => isToOne(each) && each.column === column.column);
      return field !== undefined && names(referenceOf(values[field.name])?.id ?? '');
    });
    return writer.point(unit, { column, holders: holding, to });
  };
}

/** Groups holders by their column. */
export function byColumn(holders: readonly Holder[]): readonly (readonly Holder[])[] {
  const columns = [...new Set(holders.map(({ column }) => column))];
  return columns.map((column) => holders.filter((holder) => holder.column === column));
}
