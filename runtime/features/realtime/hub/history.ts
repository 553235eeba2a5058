import type { HubLimits } from './options.js';
import type { Update } from './read-update.js';

/** A place in the sequence of all updates: that of the last one that somebody has seen. */
export type Place = number;

export interface History {
  /** Place of the newest update. */
  readonly newest: Place;
  add(update: Update): void;
  /** The place that a cursor names, and what is answered of it (realtime.md section 1.7). */
  placeOf(cursor: string): { readonly place: Place; readonly from: string };
  /** The next event; undefined when there is none yet. */
  next(place: Place): Update | undefined;
  /** The event after this one was discarded already. */
  isLost(place: Place): boolean;
}

/** Bytes that an update takes in addition to its texts. */
const ENTRY_BYTES = 500;

/** The newest updates, bounded in number and in bytes. */
export function createHistory({
  historyEntries,
  historyBytes,
}: Pick<HubLimits, 'historyEntries' | 'historyBytes'>): History {
  const kept: Update[] = [];
  let bytes = 0;
  let newest = 0;
  const oldest = (): Place => newest - kept.length;
  return {
    get newest() {
      return newest;
    },
    add(update) {
      kept.push(update);
      newest += 1;
      bytes += sizeOf(update);
      while (kept.length > historyEntries || bytes > historyBytes) {
        const discarded = kept.shift();
        bytes -= discarded === undefined ? bytes : sizeOf(discarded);
      }
    },
    placeOf(cursor) {
      if (cursor === 'earliest') return { place: oldest(), from: 'earliest' };
      const index = kept.findIndex(({ id }) => id === cursor);
      return index < 0 ? { place: newest, from: 'earliest' } : { place: oldest() + index + 1, from: cursor };
    },
    next: (place) => kept[place - oldest()],
    isLost: (place) => place < oldest(),
  };
}

function sizeOf({ frame, topics }: Update): number {
  return topics.reduce((sum, { text }) => sum + 2 * text.length, frame.length + ENTRY_BYTES);
}
