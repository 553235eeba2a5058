/** Says how many entries of things that write nothing an hour has. */
export interface EntryLimit {
  /** Whether one more is stored; it may be the last of its hour. */
  admit(key: string, at: { readonly now: Date; readonly isCounted: boolean }): 'one' | 'last' | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * `each` of one key, and `all` of those that are counted together: visitors have as many addresses as they like. Each process counts
 * by itself, from hour to hour, so that a flood costs no statement.
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
