import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** The compiled command. */
export const CMS = at('runtime/cms.js');
// Tests without the command run without a build. Tests with it never run an outdated one.
execFileSync(process.execPath, [at('build.js')], { stdio: 'inherit' });

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** Path of another compiled command, instead of the one of this repository. */
  readonly cms?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the command without a terminal. The test ends it. */
export function startCms(args: readonly string[], { cwd, cms = CMS, env = {} }: RunOptions): ChildProcess {
  const inherited = { ...process.env, NODE_ENV: 'development' };
  return spawn(process.execPath, [cms, ...args], { cwd, env: { ...inherited, ...env } });
}

/** Runs the command to its end. */
export function runCms(args: readonly string[], options: RunOptions): Promise<CommandResult> {
  return resultOf(startCms(args, options));
}

/** Result of a command that was started. */
export function resultOf(child: ChildProcess): Promise<CommandResult> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
