/** Runs long work in slices, so that the process can serve other requests in between. */
export interface WorkQueue {
  /** Starts after earlier work. Resolves or rejects when this work ends. */
  run<Result>(work: Generator<void, Result>): Promise<Result>;
}

export interface WorkQueueOptions {
  /** Longest slice, in milliseconds. */
  readonly sliceMs: number;
  /** Pause after each slice in milliseconds, which limits the share of the processor. */
  readonly restMs: number;
  /** True to take one step of each piece of work in turn; false to finish one before the next. */
  readonly isFair: boolean;
}

export function createWorkQueue({ sliceMs, restMs, isFair }: WorkQueueOptions): WorkQueue {
  /**
   * Each function takes a step and returns whether it was the last. A set keeps the order and deletes in constant
   * time.
   */
  const queue = new Set<() => boolean>();
  let isScheduled = false;
  let restsSince = -Infinity;

  const slice = (): void => {
    const end = performance.now() + sliceMs;
    for (const step of queue) {
      let isDone = step();
      while (!isDone && !isFair && performance.now() < end) isDone = step();
      if (isDone || isFair) queue.delete(step);
      if (!isDone && isFair) queue.add(step);
      if (performance.now() >= end) break;
    }
    isScheduled = false;
    restsSince = performance.now();
    schedule();
  };

  const schedule = (): void => {
    if (isScheduled || queue.size === 0) return;
    isScheduled = true;
    const rest = restsSince + restMs - performance.now();
    if (rest <= 0) setImmediate(slice);
    else setTimeout(slice, rest);
  };

  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        queue.add(() => {
          try {
            const { done, value } = work.next();
            if (done === true) resolve(value);
            return done === true;
          } catch (error) {
            reject(error as Error);
            return true;
          }
        });
        schedule();
      }),
  };
}
