import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ProcessRun {
  readonly milliseconds: number;
  /** Processor time in milliseconds, which varies less than elapsed time on a busy machine. */
  readonly cpu: number;
  /** Peak memory. */
  readonly megabytes: number;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

const CPU_REPORT = fileURLToPath(new URL('./report-cpu.js', import.meta.url));

export interface StartedProcess {
  readonly started: number;
  readonly isRunning: () => boolean;
  stop(): void;
  /**
   * Resources that the process used.
   * @throws Error with its output when it fails.
   */
  readonly ended: Promise<ProcessRun>;
}

/**
 * Runs Node to its end.
 * @throws Error with its output when it fails.
 */
export function runNode(parameters: readonly string[], options: ProcessOptions): Promise<ProcessRun> {
  return startNode(parameters, options).ended;
}

/** Starts Node with a report of its processor time and memory. */
export function startNode(
  parameters: readonly string[],
  { cwd, env = process.env }: ProcessOptions,
): StartedProcess {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', CPU_REPORT, ...parameters], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let used = '';
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stdio[3]?.on('data', (chunk: Buffer) => (used += chunk.toString()));
  const ended = new Promise<ProcessRun>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const milliseconds = performance.now() - started;
      const [cpu = 0, kilobytes = 0] = used.split(' ').map(Number);
      if (code === 0) resolve({ milliseconds, cpu: cpu / 1000, megabytes: kilobytes / 1024 });
      else reject(new Error(`node ${parameters.join(' ')} ended with ${code}:\n${printed.slice(-3000)}`));
    });
  });
  // Callers that wait for the process later still receive the failure.
  ended.catch(() => undefined);
  return { started, isRunning: () => child.exitCode === null, stop: () => void child.kill('SIGTERM'), ended };
}
