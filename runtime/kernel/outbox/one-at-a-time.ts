export interface OneAtATime {
  /** Starts the work, or has it run once more after the run that is under way. */
  run(): void;
  /** The run that is under way. */
  readonly running: Promise<void> | undefined;
}

/** Lets work run without overlap; requests during a run are answered by one more run behind it. */
export function oneAtATime(work: () => Promise<void>, onError: (error: unknown) => void): OneAtATime {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;

  function run(): void {
    if (running !== undefined) {
      isAskedAgain = true;
      return;
    }
    running = work()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (!isAskedAgain) return;
        isAskedAgain = false;
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

/** Calls `work` once behind the current turn of the event loop, however often it is asked for: a request that has just committed is answered first. */
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
