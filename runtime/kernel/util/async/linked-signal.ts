/** A signal that ends with the first of several others. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Lets go of the others; the signal does not end any more. */
  unlink(): void;
}

/**
 * Links work that ends to signals that outlive it. `AbortSignal.any` keeps each signal that somebody listens to for as long as one of its
 * sources lives, so a signal that lives as long as the process would keep one for every piece of work.
 */
export function linkSignals(...sources: readonly AbortSignal[]): LinkedSignal {
  const linked = new AbortController();
  const ends = sources.map((source) => ({ source, end: () => linked.abort(source.reason) }));
  for (const { source, end } of ends)
    if (source.aborted) end();
    else source.addEventListener('abort', end, { once: true });
  return {
    signal: linked.signal,
    unlink() {
      for (const { source, end } of ends) source.removeEventListener('abort', end);
    },
  };
}
