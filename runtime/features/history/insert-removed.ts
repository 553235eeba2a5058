import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import { byType } from '../../kernel/records/id-lists.js';
import { isReference, referencesIn } from '../../kernel/records/references.js';

/**
 * Inserts deleted records again with their ids, referenced records first, with few statements per type. In a reference
 * cycle, one record is stored without the reference, which is set afterwards.
 */
export async function insertRemoved(
  removed: readonly StoredRecord[],
  scope: WriteScope,
  { writer, reader, registry }: Pick<Kernel, 'writer' | 'reader' | 'registry'>,
): Promise<void> {
  const firstVersion = versionOfReturn(scope.context.now);
  const cycles: StoredRecord[] = [];
  let waiting = removed;
  while (waiting.length > 0) {
    const missing = new Set(waiting.map(({ id }) => id));
    const names = (record: StoredRecord): boolean =>
      namedBy(record).some((id) => id !== record.id && missing.has(id));
    let ready = waiting.filter((record) => !names(record));
    const [first] = waiting;
    if (ready.length === 0 && first !== undefined) {
      cycles.push(first);
      ready = [withoutReferences(first, missing)];
    }
    for (const [type, records] of byType(ready))
      await writer.insertAll(
        scope,
        records.map((record) => asItWas(record, type)),
      );
    const stored = new Set(ready.map(({ id }) => id));
    waiting = waiting.filter(({ id }) => !stored.has(id));
  }
  for (const whole of cycles) {
    const before = await reader.find(scope.session, whole);
    if (before !== undefined)
      await writer.update(scope, {
        before,
        after: { ...before, values: { ...before.values, ...whole.values } },
      });
  }

  function asItWas(record: StoredRecord, type: string): StoredRecord & NewRow {
    const { timestamped } = registry.require(type);
    const createdAt = timestamped && record.values[timestamped.createdAtField];
    return { ...record, firstVersion, ...(createdAt instanceof Date && { createdAt }) };
  }
}

interface NewRow {
  readonly createdAt?: Date;
  readonly firstVersion: number;
}

const EARLIEST = Date.UTC(2020, 0, 1);

/**
 * Returns a version higher than any deleted record had: the seconds since 2020. ETags of previous versions match none
 * of the following ones.
 */
const versionOfReturn = (now: Date): number => Math.floor((now.getTime() - EARLIEST) / 1000);

const namedBy = ({ values }: StoredRecord): readonly string[] =>
  Object.values(values).flatMap((value) => referencesIn(value).map(({ id }) => id));

function withoutReferences(record: StoredRecord, missing: ReadonlySet<string>): StoredRecord {
  const isMissing = (value: unknown): boolean => isReference(value) && missing.has(value.id);
  const values = Object.entries(record.values).map(([name, value]) => [
    name,
    isMissing(value) ? null : value,
  ]);
  return { ...record, values: Object.fromEntries(values) as Readonly<Record<string, unknown>> };
}
