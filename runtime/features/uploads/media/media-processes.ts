import { uploadErrors } from '../errors.js';
import {
  type MediaProcess,
  MediaProcessEnded,
  MediaProcessNotStarted,
  startMediaProcess,
} from './media-process.js';

export interface MediaProcessesOptions {
  /** Maximum number of processes. */
  readonly count: number;
  /** Memory limit in megabytes. */
  readonly memoryMb: number;
  /** Time limit for one file in milliseconds. */
  readonly workMs: number;
  /** Maximum wait for a process in milliseconds. */
  readonly waitMs: number;
  /** Program to run; that of the package by default. */
  readonly program?: string;
}

/** Pool of processes that parse files. Each is started on demand, reused, and ended when idle. */
export interface MediaProcesses {
  /**
   * Runs `work` with exclusive use of a process.
   * @throws MediaProcessEnded if it exceeded the time or memory limit, or crashed
   * @throws AppError 503 if no process became available in time, or none can be started
   */
  use<Result>(work: (process: MediaProcess) => Promise<Result>): Promise<Result>;
  /** Kills all processes. */
  close(): void;
}

const IDLE_MS = 60_000;
/**
 * Additional time for starting a process, which takes 100 ms on an idle machine and must not count as the file's
 * time.
 */
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

  /** Hands the slot to waiting work, so the number of processes stays the same. */
  function leavePlace(): void {
    const next = waiting.shift();
    if (next === undefined) places += 1;
    else next();
  }

  function takeProcess(): MediaProcess {
    for (let idleProcess = idle.pop(); idleProcess !== undefined; idleProcess = idle.pop()) {
      clearTimeout(idleProcess.timer);
      if (idleProcess.process.isRunning) return idleProcess.process;
    }
    return startMediaProcess(options);
  }

  function keep(process: MediaProcess): void {
    process.hold(false);
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(idleProcess), 1);
      process.kill(new MediaProcessEnded('crash', 'the process was idle'));
    }, IDLE_MS).unref();
    const idleProcess = { process, timer };
    idle.push(idleProcess);
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
        // The system has too little memory or too many processes, which is not a fault of the file.
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

/** `spawn` throws some failures and emits others as events. */
const isNotStarted = (error: unknown): boolean =>
  error instanceof MediaProcessNotStarted ||
  (error instanceof Error && 'syscall' in error && error.syscall === 'spawn');
