import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { UniqueDescriptor } from '../../kernel/contract/schema/resource.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { uniqueRules } from '../../kernel/metadata/unique-rules.js';
import { placeholderFor, typeOf } from '../../kernel/writes/unique-exchanges.js';
import { findTaker } from '../../kernel/writes/unique-taker.js';
import type { Conflict, PreviousRecords } from './previous-records.js';

interface FreedValues {
  /** Current records that released a unique value. */
  readonly records: ReadonlyMap<string, StoredRecord>;
  /** Other records that hold a required value. */
  readonly conflicts: readonly Conflict[];
}

/** Finds the holders of the unique values of previous states. Records that lose theirs anyway release them first. */
export type FreeValues = (previous: PreviousRecords, scope: WriteScope) => Promise<FreedValues>;

/** Sends one statement per restored unique value. */
export function createFreeValues({
  registry,
  reader,
  writer,
}: Pick<Kernel, 'registry' | 'reader' | 'writer'>): FreeValues {
  return async ({ removed, changed, created }, scope) => {
    const records = new Map<string, StoredRecord>();
    const conflicts: Conflict[] = [];
    const leaving = new Map(created.map((record) => [record.id, record]));
    const changing = new Map(changed.map((one) => [one.record.id, one]));

    /** Returns the record if it is about to lose the values of the rule. */
    function losing(id: string, { fields }: UniqueDescriptor): StoredRecord | undefined {
      const change = changing.get(id);
      const isLosing = change !== undefined && fields.some((name) => Object.hasOwn(change.values, name));
      return leaving.get(id) ?? (isLosing ? change.record : undefined);
    }

    /** Returns false if no member of the rule can take a placeholder value. */
    async function letGo(record: StoredRecord, rule: UniqueDescriptor): Promise<boolean> {
      const before = records.get(record.id) ?? record;
      const found = placeholderFor(rule, registry.require(record.type));
      if (found === undefined) return false;
      const after = { ...before, values: { ...before.values, [found.field.name]: found.value } };
      records.set(record.id, (await writer.update(scope, { before, after })).after);
      return true;
    }

    const wanted = [
      ...removed.map((record) => ({ before: null, record })),
      ...changed.map(({ record, values }) => ({ before: record, record: { ...record, values } })),
    ];
    for (const { before, record } of wanted) {
      const { type, id, values } = record;
      const resource = registry.require(type);
      for (const rule of keysOf(resource)) {
        if (rule.fields.every((name) => !Object.hasOwn(values, name))) continue;
        const all = { ...before?.values, ...values };
        if (rule.fields.some((name) => all[name] == null)) continue;
        const requested = { id, values: all, before: before ?? record };
        const taker = await findTaker(requested, rule, {
          select: reader.select(type),
          session: scope.session,
        });
        if (taker === undefined) continue;
        const loser = losing(taker, rule);
        if (loser !== undefined && (await letGo(loser, rule))) continue;
        if (loser !== undefined || !changing.has(taker))
          conflicts.push({
            type: await typeOf(taker, resource, scope.session),
            id: taker,
            members: rule.fields,
          });
      }
    }
    return { records, conflicts };
  };
}

/**
 * Returns the unique rules of a type, and relations limited to one record each, such as the draft of a published
 * record.
 */
function keysOf(resource: RegisteredResource): readonly UniqueDescriptor[] {
  const kept = resource.fields.filter(
    (field) => field.kind === 'to-one' && field.unique === true && !field.writable,
  );
  return [...uniqueRules(resource), ...kept.map(({ name }) => ({ fields: [name] }))];
}
