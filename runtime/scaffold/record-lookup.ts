import type { JsonObject } from '../kernel/contract/json.js';
import type { DeclaredRecord, LookUp } from './declared-record.js';
import type { ScaffoldRecord, ScaffoldStore } from './scaffold-store.js';
import { TOGETHER } from './store-together.js';

/**
 * Finds stored records by unique text fields. The keys of many records are looked up together.
 * @param storeWaiting stores the waiting records
 */
export function createRecordLookup(store: ScaffoldStore, storeWaiting: () => Promise<void>) {
  const waiting = new Set<string>();
  /** Null if no record is stored. */
  const found = new Map<string, ScaffoldRecord | null>();
  return {
    lookUp: (async (type, member, value) => {
      const key = keyOf(type, member, value);
      if (waiting.has(key)) await storeWaiting();
      const known = found.get(key);
      return known === undefined ? store.find(type, { [member]: value }) : known;
    }) satisfies LookUp,
    /** Looks up the keys of records with few statements, for later lookups. */
    async prefetch(records: readonly DeclaredRecord[]): Promise<void> {
      const columns = new Map<string, { type: string; member: string; values: string[] }>();
      for (const record of records)
        for (const [member, value] of Object.entries(record.keys?.() ?? {})) {
          const { type } = record;
          const column = columns.get(`${type} ${member}`) ?? { type, member, values: [] };
          columns.set(`${type} ${member}`, column);
          column.values.push(value);
        }
      for (const { type, member, values } of columns.values())
        for (let from = 0; from < values.length; from += TOGETHER) {
          const some = values.slice(from, from + TOGETHER);
          const stored = await store.findAll(type, member, some);
          for (const value of some) found.set(keyOf(type, member, value), stored.get(value) ?? null);
        }
    },
    /** Registers a record that waits to be stored. A lookup of its keys stores it first. */
    addWaiting(record: DeclaredRecord, body: JsonObject): void {
      for (const member of Object.keys(record.keys?.() ?? {})) {
        const key = keyOf(record.type, member, String(body[member]));
        waiting.add(key);
        found.delete(key);
      }
    },
    clearWaiting: () => waiting.clear(),
    /** Discards prefetched results, because other records have been stored since. */
    forget: () => found.clear(),
  };
}

const keyOf = (type: string, member: string, value: string): string => `${type} ${member} ${value}`;
