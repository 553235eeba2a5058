import type { HubLimits } from './options.js';
import type { Update } from './read-update.js';

export interface Replay {
  readonly updates: readonly Update[];
  /** The id before the first of them, or `earliest`. */
  readonly from: string;
}

export interface History {
  add(update: Update): void;
  /** What came after `cursor`; nothing for an id that is unknown or was discarded (realtime.md section 1.7). */
  after(cursor: string): Replay;
}

/** The newest updates, bounded in number and in bytes. */
export function createHistory({
  historyEntries,
  historyBytes,
}: Pick<HubLimits, 'historyEntries' | 'historyBytes'>): History {
  const kept: Update[] = [];
  let bytes = 0;
  return {
    add(update) {
      kept.push(update);
      bytes += update.frame.length;
      while (kept.length > historyEntries || bytes > historyBytes)
        bytes -= kept.shift()?.frame.length ?? bytes;
    },
    after(cursor) {
      if (cursor === 'earliest') return { updates: [...kept], from: 'earliest' };
      const index = kept.findIndex(({ id }) => id === cursor);
      return index < 0 ? { updates: [], from: 'earliest' } : { updates: kept.slice(index + 1), from: cursor };
    },
  };
}
