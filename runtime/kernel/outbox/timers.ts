export interface Timers {
  /** Calls `work` later, unless the timers were closed meanwhile. The timer keeps no process alive. */
  after(milliseconds: number, work: () => void): void;
  close(): void;
}

/** Timers that are cleared together. */
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
