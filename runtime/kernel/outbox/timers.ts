export interface Timers {
  /**
   * Calls `work` after a delay, unless the timers have been closed. The timer does not keep the process
   * alive.
   */
  after(milliseconds: number, work: () => void): void;
  close(): void;
}

/** Creates timers that are cleared together. */
export function createTimers(): Timers {
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;
  return {
    after(milliseconds, work) {
      if (isClosed) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, milliseconds);
      timers.add(timer.unref());
    },
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
