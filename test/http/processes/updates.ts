import type { Subscription } from '../realtime/support.js';

export interface JudgedUpdates {
  /** Different ones. */
  readonly count: number;
  /** Those that came again under the same id, which a client knows by it. */
  readonly repeated: number;
  /** Those that show less than one before them of the same record. */
  readonly disordered: readonly string[];
  /** The last that came of each record. */
  readonly last: ReadonlyMap<string, number>;
}

/**
 * What a subscriber is told, as a client takes it: an update whose id was there is left out (delivery is at least once, ADR 45).
 * A burst may be one update.
 * @param member that counts up
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
