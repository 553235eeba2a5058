import type { HubLimits } from './options.js';
import type { Update } from './read-update.js';

/** Sequence number of the last update that a reader has seen. */
export type Place = number;

export interface History {
  /** Sequence number of the newest update. */
  readonly newest: Place;
  add(update: Update): void;
  /** Resolves a cursor to a sequence number and the cursor to return (realtime.md section 1.7). */
  placeOf(cursor: string): { readonly place: Place; readonly from: string };
  /** Returns the next event, or undefined if there is none yet. */
  next(place: Place): Update | undefined;
  /** Returns whether the next event has already been discarded. */
  isLost(place: Place): boolean;
}

/** Overhead of an update in bytes, in addition to its strings. */
const ENTRY_BYTES = 500;

/** Creates the history of the newest updates, limited in number and bytes. */
export function createHistory({
  historyEntries,
  historyBytes,
}: Pick<HubLimits, 'historyEntries' | 'historyBytes'>): History {
  const updates: Update[] = [];
  let bytes = 0;
  let newest = 0;
  const oldest = (): Place => newest - updates.length;
  return {
    get newest() {
      return newest;
    },
    add(update) {
      updates.push(update);
      newest += 1;
      bytes += sizeOf(update);
      while (updates.length > historyEntries || bytes > historyBytes) {
        const discarded = updates.shift();
        bytes -= discarded === undefined ? bytes : sizeOf(discarded);
      }
    },
    placeOf(cursor) {
      if (cursor === 'earliest') return { place: oldest(), from: 'earliest' };
      const index = updates.findIndex(({ id }) => id === cursor);
      return index < 0 ? { place: newest, from: 'earliest' } : { place: oldest() + index + 1, from: cursor };
    },
    next: (place) => updates[place - oldest()],
    isLost: (place) => place < oldest(),
  };
}

function sizeOf({ frame, topics }: Update): number {
  return topics.reduce((sum, { text }) => sum + 2 * text.length, frame.length + ENTRY_BYTES);
}
