/** Milliseconds by phase, in the order the phases ran. */
export type Timings = Readonly<Record<string, number>>;

export interface Stopwatch {
  /** Runs a phase and adds its time. */
  time<Result>(phase: string, run: () => Result | Promise<Result>): Promise<Result>;
  timings(): Timings;
}

/** Makes a stopwatch that has measured nothing. */
export function createStopwatch(): Stopwatch {
  const timings: Record<string, number> = {};
  return {
    async time(phase, run) {
      const start = performance.now();
      try {
        return await run();
      } finally {
        timings[phase] = (timings[phase] ?? 0) + performance.now() - start;
      }
    },
    timings: () => ({ ...timings }),
  };
}
