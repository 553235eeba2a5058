import { uploadErrors } from '../errors.js';
import {
  type MediaProcess,
  MediaProcessEnded,
  MediaProcessNotStarted,
  startMediaProcess,
} from './media-process.js';

export interface MediaProcessesOptions {
  /** Most processes at a time. */
  readonly count: number;
  /** Megabytes of memory after which a process is killed. */
  readonly memoryMb: number;
  /** Milliseconds after which a process is killed that still works on the same file. */
  readonly workMs: number;
  /** Milliseconds for which work waits for a process. */
  readonly waitMs: number;
  /** The program that they run; that of the package when left out. */
  readonly program?: string;
}

/** Processes that parse files; each is started when it is needed, used again, and ended when it is idle. */
export interface MediaProcesses {
  /**
   * Works with a process that nobody else uses meanwhile.
   * @throws MediaProcessEnded where it took too long or too much memory, or crashed
   * @throws AppError 503 where no process came free in time, or none can be started
   */
  use<Result>(work: (process: MediaProcess) => Promise<Result>): Promise<Result>;
  /** Kills them all. */
  close(): void;
}

const IDLE_MS = 60_000;
/** A process starts in a tenth of a second on an idle machine; that time is not the file's. */
const START_MS = 30_000;

export function createMediaProcesses(options: MediaProcessesOptions): MediaProcesses {
  const idle: { readonly process: MediaProcess; readonly timer: NodeJS.Timeout }[] = [];
  const busy = new Set<MediaProcess>();
  const waiting: (() => void)[] = [];
  let places = options.count;

  async function takePlace(): Promise<void> {
    if (places > 0) return void (places -= 1);
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(uploadErrors.busy());
      }, options.waitMs);
      waiting.push(go);
    });
  }

  /** Work that waits takes the place over, so the count stays. */
  function leavePlace(): void {
    const next = waiting.shift();
    if (next === undefined) places += 1;
    else next();
  }

  function takeProcess(): MediaProcess {
    for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.process.isRunning) return kept.process;
    }
    return startMediaProcess(options);
  }

  function keep(process: MediaProcess): void {
    process.hold(false);
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(kept), 1);
      process.kill(new MediaProcessEnded('crash', 'the process was idle'));
    }, IDLE_MS).unref();
    const kept = { process, timer };
    idle.push(kept);
  }

  async function within<Result>(
    process: MediaProcess,
    bound: { readonly ms: number; readonly error: Error },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const timer = setTimeout(() => process.kill(bound.error), bound.ms);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  async function useProcess<Result>(work: (process: MediaProcess) => Promise<Result>): Promise<Result> {
    const process = takeProcess();
    process.hold(true);
    busy.add(process);
    const notStarted = new MediaProcessNotStarted(`it did not start within ${START_MS} ms`);
    const late = new MediaProcessEnded('limit', `the process took longer than ${options.workMs} ms`);
    try {
      await within(process, { ms: START_MS, error: notStarted }, () => process.ask({ work: 'start' }));
      return await within(process, { ms: options.workMs, error: late }, () => work(process));
    } finally {
      busy.delete(process);
      if (process.isRunning) keep(process);
    }
  }

  return {
    async use(work) {
      await takePlace();
      try {
        return await useProcess(work);
      } catch (error) {
        // Without memory or numbers of processes the system starts none, which says nothing about the file.
        throw isNotStarted(error) ? uploadErrors.busy(error) : error;
      } finally {
        leavePlace();
      }
    },
    close() {
      const closed = new MediaProcessEnded('crash', 'the service is closing');
      for (const { process, timer } of idle.splice(0)) {
        clearTimeout(timer);
        process.kill(closed);
      }
      for (const process of busy) process.kill(closed);
    },
  };
}

/** Some failures are thrown by `spawn`, and others are events. */
const isNotStarted = (error: unknown): boolean =>
  error instanceof MediaProcessNotStarted ||
  (error instanceof Error && 'syscall' in error && error.syscall === 'spawn');
