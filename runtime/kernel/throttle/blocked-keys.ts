/** Exhausted keys known to this process, so that a flood of requests with them costs no statements. */
export interface BlockedKeys {
  /** Returns the end of the key's window; undefined if the database must be queried. */
  until(id: string, now: Date): Date | undefined;
  block(id: string, until: Date, now: Date): void;
  release(id: string): void;
}

/** Another process may have returned hits, so the database is queried again after this time. */
const REMEMBERED_MS = 10_000;
/** Limits memory during a flood from many addresses; the oldest key is dropped first. */
const LIMIT = 10_000;

export function createBlockedKeys(): BlockedKeys {
  const blocked = new Map<string, { readonly until: Date; readonly at: number }>();
  return {
    until(id, now) {
      const found = blocked.get(id);
      if (found === undefined) return undefined;
      const age = now.getTime() - found.at;
      if (found.until > now && age >= 0 && age < REMEMBERED_MS) return found.until;
      blocked.delete(id);
      return undefined;
    },
    block(id, until, now) {
      const [oldest] = blocked.keys();
      if (blocked.size >= LIMIT && oldest !== undefined) blocked.delete(oldest);
      blocked.set(id, { until, at: now.getTime() });
    },
    release: (id) => void blocked.delete(id),
  };
}
