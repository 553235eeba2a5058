/** A signal that aborts with the first of several others. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Detaches from the other signals; the signal no longer aborts. */
  unlink(): void;
}

/**
 * Links signals for limited work. `AbortSignal.any` retains each observed signal as long as one of its
 * sources lives. A source that lives as long as the process would leak one signal per task.
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
