export interface OneAtATime {
  /** Starts the work, or repeats it once after the current run. */
  run(): void;
  /** The current run, if any. */
  readonly running: Promise<void> | undefined;
}

/** Runs work without overlap. Requests during a run cause one more run after it. */
export function oneAtATime(work: () => Promise<void>, onError: (error: unknown) => void): OneAtATime {
  let running: Promise<void> | undefined;
  let isRequestedAgain = false;

  function run(): void {
    if (running !== undefined) {
      isRequestedAgain = true;
      return;
    }
    running = work()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (!isRequestedAgain) return;
        isRequestedAgain = false;
        run();
      });
  }

  return {
    run,
    get running() {
      return running;
    },
  };
}

/**
 * Returns a function that schedules `work` once after the current tick of the event loop. A request that
 * has just committed is answered first.
 */
export function onceATick(work: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      work();
    });
  };
}
