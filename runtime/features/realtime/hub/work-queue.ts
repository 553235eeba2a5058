/** Work that goes on step by step, so that whatever else the process does gets its turn in between. */
export interface WorkQueue {
  /** Begins after what was asked for before it; resolves or rejects as the work ends. */
  run<Result>(work: Generator<void, Result>): Promise<Result>;
}

export interface WorkQueueOptions {
  /** How long steps are taken before others get their turn. */
  readonly sliceMs: number;
  /** How long it rests then: what part of the processor it may have at most. */
  readonly restMs: number;
  /** One step of each piece of work after the other; false: one piece to its end, then the next. */
  readonly isFair: boolean;
}

export function createWorkQueue({ sliceMs, restMs, isFair }: WorkQueueOptions): WorkQueue {
  /** Each takes a step and says whether it was the last; a set gives its oldest and forgets any at no cost. */
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
