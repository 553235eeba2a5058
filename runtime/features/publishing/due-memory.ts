import type { Reference } from '../../kernel/contract/records/record.js';

/** A draft whose moment has come, and the row it goes into; a record that has expired is on both sides. */
export interface DuePair {
  readonly draft: Reference;
  readonly published: Reference;
}

/** How long a look-up is believed: other processes schedule drafts too (ADR 31). */
const BELIEVED_MS = 1_000;
/** A pair that cannot be merged is tried again after this, then after twice as long each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** The memory that a process has of the drafts that are due, so that a request need not ask the database. */
export interface DueMemory {
  /** Whether, as far as is known, nothing is due at a moment. */
  isClear(now: Date): boolean;
  /** A look-up begins: what is noted from now on may not be in what it finds. */
  begin(): void;
  /** A look-up has ended: the next moment that it found, and all the pairs that were due. */
  finish(now: Date, found: { readonly next: Date | undefined; readonly due: readonly DuePair[] }): void;
  /** Something that will be due at a moment was stored. */
  expect(moment: Date): void;
  /** The next request looks. */
  readonly forget: () => void;
  /** A pair could not be merged. */
  putOff(pair: DuePair, now: Date): void;
  /** Whether it is too early to try a pair again. */
  isPaused(pair: DuePair, now: Date): boolean;
  /** A pair was merged, or one of its rows was written. */
  release(id: string): void;
  /** Something was stored, perhaps what a pair waited for: each is tried once more before its pause is over. */
  hurry(): void;
  /** Ids of the drafts that could not be merged, and of the published rows that stand for them. */
  readonly unmerged: ReadonlyMap<string, string>;
}

/** The pause before a pair that could not be merged is tried again. */
interface Pause {
  readonly since: number;
  readonly length: number;
  /** The attempt that a write leads to. */
  readonly early: 'possible' | 'wanted' | 'done';
}

/** Starts empty, so the first request looks into the database. */
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
  // An early attempt leaves the regular ones as they are.
  if (before.early === 'wanted') return { ...before, early: 'done' };
  return { since: now, length: Math.min(before.length * 2, LONGEST_PAUSE_MS), early: 'possible' };
}
