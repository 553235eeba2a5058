import type { Reference } from '../../kernel/contract/records/record.js';

/** A due draft and its published row. An expired record is both. */
export interface DuePair {
  readonly draft: Reference;
  readonly published: Reference;
}

/** Lifetime of a look-up in milliseconds. Other processes schedule drafts too (ADR 31). */
const BELIEVED_MS = 1_000;
/** Pause before a failed merge is retried; it doubles each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** Remembers which drafts are due, so that most requests need no query. */
export interface DueMemory {
  /** Returns whether nothing is known to be due at a time. */
  isClear(now: Date): boolean;
  /** Starts a look-up. Dates registered from now on may be missing from its result. */
  begin(): void;
  /** Ends a look-up: records the next date and all due pairs. */
  finish(now: Date, found: { readonly next: Date | undefined; readonly due: readonly DuePair[] }): void;
  /** Registers a date that was stored. */
  expect(moment: Date): void;
  /** Forces a look-up by the next request. */
  readonly forget: () => void;
  /** Registers a failed merge. */
  putOff(pair: DuePair, now: Date): void;
  /** Returns whether it is too early to retry a pair. */
  isPaused(pair: DuePair, now: Date): boolean;
  /** Registers a merged pair, or a write of one of its rows. */
  release(id: string): void;
  /** Allows one early retry of each pair, because a write may have removed the cause of its failure. */
  hurry(): void;
  /** Unmerged drafts by id, with the published rows that are shown instead. */
  readonly unmerged: ReadonlyMap<string, string>;
}

/** Pause before a failed merge is retried. */
interface Pause {
  readonly since: number;
  readonly length: number;
  /** State of the early retry after a write. */
  readonly early: 'possible' | 'wanted' | 'done';
}

/** Creates an empty memory, so the first request queries the database. */
export function createDueMemory(): DueMemory {
  const pauses = new Map<string, Pause>();
  const unmerged = new Map<string, string>();
  let lookedUp = -Infinity;
  let next = -Infinity;
  let noted = Infinity;

  function note(moment: number): void {
    next = Math.min(next, moment);
    noted = Math.min(noted, moment);
  }

  function drop(draft: string): void {
    pauses.delete(draft);
    unmerged.delete(draft);
  }

  return {
    unmerged,
    // A clock may jump in either direction.
    isClear: (now) => Math.abs(Number(now) - lookedUp) < BELIEVED_MS && Number(now) < next,
    begin() {
      noted = Infinity;
    },
    finish(now, found) {
      const due = new Set(found.due.map(({ draft }) => draft.id));
      for (const draft of [...pauses.keys()]) if (!due.has(draft)) drop(draft);
      lookedUp = Number(now);
      const attempts = [...pauses.values()].map(({ since, length }) => since + length);
      // Columns may be more precise than the clock.
      const later = found.next === undefined ? Infinity : Math.max(Number(found.next), lookedUp + 1);
      next = Math.min(later, noted, ...attempts);
    },
    expect: (moment) => note(Number(moment)),
    forget: () => note(-Infinity),
    putOff({ draft, published }, now) {
      unmerged.set(draft.id, published.id);
      pauses.set(draft.id, nextPause(pauses.get(draft.id), Number(now)));
    },
    isPaused({ draft }, now) {
      const pause = pauses.get(draft.id);
      if (pause === undefined || pause.early === 'wanted') return false;
      return Number(now) >= pause.since && Number(now) < pause.since + pause.length;
    },
    release(id) {
      for (const [draft, published] of [...unmerged]) {
        if (draft !== id && published !== id) continue;
        drop(draft);
        note(-Infinity);
      }
    },
    hurry() {
      for (const [draft, pause] of pauses) {
        if (pause.early !== 'possible') continue;
        pauses.set(draft, { ...pause, early: 'wanted' });
        note(-Infinity);
      }
    },
  };
}

function nextPause(before: Pause | undefined, now: number): Pause {
  if (before === undefined) return { since: now, length: FIRST_PAUSE_MS, early: 'possible' };
  // An early retry does not change the schedule of the regular ones.
  if (before.early === 'wanted') return { ...before, early: 'done' };
  return { since: now, length: Math.min(before.length * 2, LONGEST_PAUSE_MS), early: 'possible' };
}
