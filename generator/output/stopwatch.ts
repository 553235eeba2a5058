/** Milliseconds by phase, in execution order. */
export type Timings = Readonly<Record<string, number>>;

export interface Stopwatch {
  /** Runs a phase and adds its duration. */
  time<Result>(phase: string, run: () => Result | Promise<Result>): Promise<Result>;
  timings(): Timings;
}

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
