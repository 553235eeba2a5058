import type { Clock } from '../../kernel/ports/clock.js';
import type { DuePair } from './due-memory.js';
import type { Forwarding } from './forwarding.js';

/** Merges are remembered for as long as any request may be under way. */
const KEPT_MS = 60_000;
/** A read that was sent before the merge may arrive this much later. */
const ON_THE_WAY_MS = 1_000;
const NONE: Merged = { forwarding: new Map(), last: undefined };

interface Merged {
  readonly forwarding: Forwarding;
  /** The moment at which the last of them was merged; only from then on are all published rows certain to be current. */
  readonly last: Date | undefined;
}

/** Leads addresses of drafts to their published rows, for requests that began before the merge. */
export interface RecentMerges {
  /** A pair has just been merged. */
  note(pair: DuePair): void;
  /** Finds pairs that were merged while a request ran; costs one comparison when there were none. */
  during(request: { readonly began: Date; readonly isRead: boolean }): Merged;
}

/** A request that begins later finds a draft gone that it never could have known (contract decision 94). */
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
      // A deletion that comes late means the draft, and never what it became.
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
