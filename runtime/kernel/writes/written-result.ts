import type { Representation } from '../contract/records/operations.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type { StoredWrite, WriteScope } from '../contract/records/writes.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { Prepared } from '../prepared-resource.js';
import type { ItemReader } from '../reads/read-item.js';
import type { RecordReader } from '../records/record-reader.js';

/** Results of writes. A rule may select another record for the response than the stored one. */
export interface WrittenResults {
  /** Returns the record to show in the response to a write. */
  show(stored: StoredWrite, resource: RegisteredResource, scope: WriteScope): Promise<Representation>;
  /** Returns the records of several writes. */
  recordsOf(
    writes: readonly StoredWrite[],
    resource: RegisteredResource,
    scope: WriteScope,
  ): Promise<readonly StoredRecord[]>;
}

export function createWrittenResults({
  prepared,
  reader,
  items,
}: {
  readonly prepared: Prepared;
  readonly reader: RecordReader;
  readonly items: ItemReader;
}): WrittenResults {
  /** Returns the record that a rule selects. */
  async function resultOf(
    stored: StoredWrite,
    resource: RegisteredResource,
    scope: WriteScope,
  ): Promise<Reference | undefined> {
    let shown: Reference | undefined;
    for (const rule of prepared(resource).rules) shown = (await rule.result?.(stored, scope)) ?? shown;
    return shown;
  }

  return {
    async show(stored, resource, scope) {
      const shown = await resultOf(stored, resource, scope);
      const record = shown && (await reader.find(scope.session, shown));
      return items.represent(record ?? stored.after, 'write', scope);
    },

    async recordsOf(writes, resource, scope) {
      const records: StoredRecord[] = [];
      for (const stored of writes) {
        const shown = await resultOf(stored, resource, scope);
        const isOther = shown !== undefined && shown.id !== stored.after.id;
        records.push((isOther ? await reader.find(scope.session, shown) : undefined) ?? stored.after);
      }
      return records;
    },
  };
}
