/** A worker that served for so long does not owe its end to its start. */
const STEADY_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
/** Ends in a row, each right after the start, after which there is no further start. */
export const MOST_ENDS = 5;

/** Decides when a worker is started again. */
export interface Restarts {
  /** Milliseconds until the next start of a worker that has served for so long; undefined for no further one. */
  pauseAfter(servedMs: number): number | undefined;
}

export function createRestarts(): Restarts {
  let ends = 0;
  return {
    pauseAfter(servedMs) {
      ends = servedMs < STEADY_MS ? ends + 1 : 0;
      if (ends >= MOST_ENDS) return undefined;
      return ends <= 1 ? 0 : FIRST_PAUSE_MS * 2 ** (ends - 2);
    },
  };
}
