import type { Clock } from '../../kernel/ports/clock.js';
import type { DuePair } from './due-memory.js';
import type { Forwarding } from './forwarding.js';

/** Merges are remembered longer than any request takes. */
const KEPT_MS = 60_000;
/** A read that was sent before the merge may arrive this much later. */
const ON_THE_WAY_MS = 1_000;
const NONE: Merged = { forwarding: new Map(), last: undefined };

interface Merged {
  readonly forwarding: Forwarding;
  /** Time of the latest merge; all published rows are current only from then on. */
  readonly last: Date | undefined;
}

/** Forwards requests for drafts to published rows, if the request began before the merge. */
export interface RecentMerges {
  /** Registers a merged pair. */
  note(pair: DuePair): void;
  /** Finds pairs that were merged while a request ran. Costs one comparison if there were none. */
  during(request: { readonly began: Date; readonly isRead: boolean }): Merged;
}

/**
 * Creates the memory. A request that begins later treats the draft as missing, because its caller could not have seen
 * it (contract decision 94).
 */
export function createRecentMerges(clock: Clock): RecentMerges {
  const merges = new Map<string, { readonly published: string; readonly at: number }>();
  let latest = -Infinity;
  return {
    note({ draft, published }) {
      latest = Number(clock.now());
      for (const [id, { at }] of merges) if (Math.abs(latest - at) > KEPT_MS) merges.delete(id);
      merges.set(draft.id, { published: published.id, at: latest });
    },
    during({ began, isRead }) {
      // A late DELETE means the draft, never its published row.
      const from = Number(began) - (isRead ? ON_THE_WAY_MS : 0);
      if (from > latest) return NONE;
      const all = [...merges].filter(([, { at }]) => at >= from);
      return {
        forwarding: new Map(all.map(([draft, { published }]) => [draft, published])),
        last: new Date(Math.max(latest, Number(began))),
      };
    },
  };
}
