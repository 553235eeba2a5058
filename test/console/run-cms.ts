import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The compiled command; `npm test` builds it first. */
export const CMS = fileURLToPath(new URL('../../dist/generator/cli/bin.js', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the command without a terminal; the test ends it. */
export function startCms(args: readonly string[], { cwd, env = {} }: RunOptions): ChildProcess {
  const inherited = { ...process.env, NODE_ENV: 'development' };
  return spawn(process.execPath, [CMS, ...args], { cwd, env: { ...inherited, ...env } });
}

/** Runs the command to its end. */
export function runCms(args: readonly string[], options: RunOptions): Promise<CommandResult> {
  return resultOf(startCms(args, options));
}

/** What a command that was started comes to. */
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

/** An empty folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-console-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
