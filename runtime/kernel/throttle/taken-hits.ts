import { LRUCache } from 'lru-cache';

interface Taken {
  readonly left: number;
  /** End of the window that they belong to. */
  readonly until: Date;
}

/** Hits that this process has reserved in the database and not used yet. */
export interface TakenHits {
  /** Uses one hit; returns false if there is none. */
  use(id: string, now: Date): boolean;
  add(id: string, taken: Taken): void;
  forget(id: string): void;
}

const LIMIT = 10_000;

export function createTakenHits(): TakenHits {
  // Created with the first block, because it allocates memory for all keys, and most throttles reserve single hits.
  let keys: LRUCache<string, Taken> | undefined;
  return {
    use(id, now) {
      const found = keys?.get(id);
      if (found === undefined) return false;
      if (found.left <= 0 || found.until <= now) {
        keys?.delete(id);
        return false;
      }
      keys?.set(id, { ...found, left: found.left - 1 });
      return true;
    },
    add(id, { left, until }) {
      // Concurrent requests reserve a block each.
      const found = keys?.get(id);
      const more = found?.until.getTime() === until.getTime() ? found.left : 0;
      if (left + more <= 0) return;
      keys ??= new LRUCache({ max: LIMIT });
      keys.set(id, { left: left + more, until });
    },
    forget: (id) => void keys?.delete(id),
  };
}
