/** Limits audit log entries per hour for events without a write. */
export interface EntryLimit {
  /** Returns whether another entry may be stored, and whether it is the last of the hour. */
  admit(key: string, at: { readonly now: Date; readonly isCounted: boolean }): 'one' | 'last' | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Creates a limit of `each` per key and `all` for counted entries together, because visitors can use many addresses.
 * Each process counts separately, from hour to hour, so a flood sends no statements.
 */
export function createEntryLimit({ each, all }: Readonly<Record<'each' | 'all', number>>): EntryLimit {
  const hits = new Map<string, number>();
  let hour = 0;
  let counted = 0;
  return {
    admit(key, { now, isCounted }) {
      const current = Math.floor(now.getTime() / HOUR_MS);
      if (current !== hour) {
        hits.clear();
        [hour, counted] = [current, 0];
      }
      const own = hits.get(key) ?? 0;
      if (own >= each || (isCounted && counted >= all)) return undefined;
      hits.set(key, own + 1);
      if (isCounted) counted += 1;
      return own + 1 === each || (isCounted && counted === all) ? 'last' : 'one';
    },
  };
}
