import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ProjectError } from '../../../project/project-error.js';

/** A program of a database. */
export interface DatabaseTool {
  readonly name: string;
  readonly args: readonly string[];
  /** Additional environment variables. Passwords are passed here, hidden from other users. */
  readonly env: Readonly<Record<string, string>>;
  /** Installation hint if it is missing. */
  readonly install: string;
}

export interface ToolStreams {
  /** Receives stdout. */
  readonly output?: Writable;
  /** Provides stdin. */
  readonly input?: Readable;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum characters of stderr to report; the end has the reason. */
const LONGEST_COMPLAINT = 4000;

/** Runs a program. @throws ProjectError with its stderr if it is missing or fails */
export async function runTool(tool: DatabaseTool, { output, input, signal }: ToolStreams): Promise<void> {
  const child = spawn(tool.name, [...tool.args], {
    env: { ...process.env, ...tool.env },
    stdio: [input === undefined ? 'ignore' : 'pipe', output === undefined ? 'ignore' : 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-LONGEST_COMPLAINT);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const streams = [
    ...(output && child.stdout ? [pipeline(child.stdout, output)] : []),
    // The exit code gives the reason if a program ends early; unread input is not an error.
    ...(input && child.stdin ? [pipeline(input, child.stdin).catch(unlessUnread)] : []),
  ];
  const [code] = await Promise.all([ended, ...streams]).catch((error: unknown) => {
    child.kill();
    throw isMissing(error) ? missing(tool, error) : error;
  });
  if (code !== 0)
    throw new ProjectError(`${tool.name} failed:\n${complaint.trim() || `exit code ${String(code)}`}`);
}

/**
 * Runs a program and compresses its output to a file that only this user can access. @throws like `runTool`
 */
export async function printInto(file: string, tool: DatabaseTool, signal?: AbortSignal): Promise<void> {
  const compressed = createGzip({ level: 1 });
  await Promise.all([
    runTool(tool, { output: compressed, signal }),
    pipeline(compressed, createWriteStream(file, { mode: 0o600 }), { signal }),
  ]);
}

/** Returns the version of a program, for example `15.18`. @throws ProjectError if it is missing */
export async function versionOfTool(tool: DatabaseTool): Promise<string> {
  const output = new PassThrough();
  const text = output.toArray();
  await runTool({ ...tool, args: ['--version'] }, { output });
  const said = Buffer.concat(await text).toString();
  return /\d+(?:\.\d+)+/.exec(said)?.[0] ?? /\d+/.exec(said)?.[0] ?? '';
}

function missing({ name, install }: DatabaseTool, cause: unknown): ProjectError {
  return new ProjectError(`${name} is not installed. ${install}`, { cause });
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

function isMissing(error: unknown): boolean {
  return (
    codeOf(error) === 'ENOENT' && String((error as Error & { syscall?: string }).syscall).startsWith('spawn')
  );
}

function unlessUnread(error: unknown): void {
  if (codeOf(error) !== 'EPIPE' && codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}
