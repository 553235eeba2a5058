import { isOutage } from '../../errors/database-unavailable.js';

/** Repeats work in intervals while the process runs. Runs never overlap. */
export interface Poller {
  /** Starts to poll. Without effect if it polls already, or is closed. */
  start(): void;
  /** Ends polling. A run in progress continues; `start` polls again. */
  stop(): void;
  /** Shortens the wait for the next run, while it polls. */
  pollWithin(milliseconds: number): void;
  /** Runs the work now, or joins the run in progress. Its errors are thrown and not reported. */
  run(): Promise<void>;
  /** Ends polling and waits for the run in progress. Never rejects. */
  close(): Promise<void>;
}

export interface PollerOptions {
  /** Milliseconds between the end of a run and the next one. */
  readonly intervalMs: number;
  /** Whether the first run starts at once, and not after the interval. */
  readonly isImmediate?: boolean;
  run(): Promise<void>;
  /**
   * Reports a failed run. Database outages are not reported, because they are logged once for the whole process.
   * @param isRepeated whether an earlier failure was reported since the last run without one
   */
  onError(error: unknown, isRepeated: boolean): void;
}

/** Creates a poller. Its timer does not keep the process alive. */
export function createPoller({ intervalMs, isImmediate = false, run, onError }: PollerOptions): Poller {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isPolling = false;
  let isClosed = false;
  let isFailing = false;
  /** Requested wait for the next run, until that run starts. */
  let soonMs: number | undefined;

  function runOnce(): Promise<void> {
    running ??= run().finally(() => (running = undefined));
    return running;
  }

  async function poll(): Promise<void> {
    soonMs = undefined;
    try {
      await runOnce();
      isFailing = false;
    } catch (error) {
      if (!isOutage(error)) {
        onError(error, isFailing);
        isFailing = true;
      }
    }
    if (isPolling) wait(soonMs ?? intervalMs);
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void poll(), milliseconds).unref();
  }

  function stop(): void {
    isPolling = false;
    clearTimeout(timer);
  }

  return {
    start() {
      if (isPolling || isClosed) return;
      isPolling = true;
      if (isImmediate) void poll();
      else wait(intervalMs);
    },
    stop,
    pollWithin(milliseconds) {
      if (!isPolling || soonMs !== undefined) return;
      soonMs = milliseconds;
      if (running === undefined) wait(milliseconds);
    },
    run: runOnce,
    async close() {
      isClosed = true;
      stop();
      await running?.catch(() => undefined);
    },
  };
}
