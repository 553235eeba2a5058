import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../runtime/project/package-root.js';

export interface ProcessRun {
  readonly milliseconds: number;
  /** Processor time in milliseconds; steadier than the clock on a busy machine. */
  readonly cpu: number;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** The command as people start it. */
export const CMS = join(packageRoot(), 'dist/generator/cli/bin.js');
const CPU_REPORT = fileURLToPath(new URL('./report-cpu.js', import.meta.url));

/** Runs node to its end. @throws Error with what it printed when it fails. */
export function runNode(
  parameters: readonly string[],
  { cwd, env = process.env }: ProcessOptions,
): Promise<ProcessRun> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ['--import', CPU_REPORT, ...parameters], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    let cpu = '';
    child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stdio[3]?.on('data', (chunk: Buffer) => (cpu += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      const milliseconds = performance.now() - started;
      if (code === 0) resolve({ milliseconds, cpu: Number(cpu) / 1000 });
      else reject(new Error(`node ${parameters.join(' ')} ended with ${code}:\n${printed.slice(-3000)}`));
    });
  });
}
