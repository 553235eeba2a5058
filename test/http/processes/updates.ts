import type { Subscription } from '../realtime/support.js';

export interface JudgedUpdates {
  /** Number of distinct updates. */
  readonly count: number;
  /** Number of repeated updates, which a client detects by their id. */
  readonly repeated: number;
  /** Updates that show an older value than a previous one of the same record. */
  readonly disordered: readonly string[];
  /** The last value of each record. */
  readonly last: ReadonlyMap<string, number>;
}

/**
 * Evaluates the updates of a subscriber as a client does: an update with a known id is ignored
 * (delivery is at least once, ADR 45). A burst may be one update.
 * @param member contains an increasing number
 */
export function judgeUpdates(
  events: Subscription['events'],
  records: readonly string[],
  member: (record: string) => string = () => 'title',
): JudgedUpdates {
  const ids = new Set<string>();
  const last = new Map<string, number>();
  const disordered: string[] = [];
  let repeated = 0;
  for (const { id, data } of events) {
    const record = String(data['@id']);
    if (!records.includes(record)) continue;
    if (ids.has(id)) {
      repeated += 1;
      continue;
    }
    ids.add(id);
    const value = Number(data[member(record)]);
    const before = last.get(record) ?? 0;
    if (value < before) disordered.push(`${record}: ${value} after ${before}`);
    last.set(record, value);
  }
  return { count: ids.size, repeated, disordered, last };
}
