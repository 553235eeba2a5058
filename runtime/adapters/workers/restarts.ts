/** Minimum uptime in milliseconds after which an exit is not attributed to startup. */
const STEADY_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
/** Maximum consecutive exits right after startup. */
export const MOST_ENDS = 5;

/** Decides when to restart a worker. */
export interface Restarts {
  /** Returns the delay in milliseconds before restarting a worker with this uptime; undefined to give up. */
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
