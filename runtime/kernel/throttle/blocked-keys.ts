/** Keys of one process that have no hits left, so that a flood of them costs the database nothing. */
export interface BlockedKeys {
  /** The end of the key's window; undefined when the database is to be asked. */
  until(id: string, now: Date): Date | undefined;
  block(id: string, until: Date, now: Date): void;
  release(id: string): void;
}

/** Another process may have taken hits back meanwhile, so the database is asked again now and then. */
const REMEMBERED_MS = 10_000;
/** Bounds the memory of a flood from many addresses; the oldest is forgotten first. */
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
