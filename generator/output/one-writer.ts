import { link, mkdir, readFile, rm, writeFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';

/** Lock file with the id of the process that plans and writes a migration. */
const CLAIM = '.planning';
const PAUSE_MS = 20;

/**
 * Runs the work under an exclusive lock of the folder. Two concurrent runs would each write a migration of the same
 * change. Locks of dead processes are ignored.
 */
export async function asOnlyWriter<Result>(outputDir: string, work: () => Promise<Result>): Promise<Result> {
  const claim = join(outputDir, CLAIM);
  await mkdir(outputDir, { recursive: true });
  while (!(await take(claim))) {
    const holder = Number(await readFile(claim, 'utf8').catch(() => ''));
    // The lock of a dead process was just removed, so acquire it again.
    if (holder > 0 && !isRunning(holder)) await rm(claim, { force: true });
    else await sleep(PAUSE_MS);
  }
  try {
    // A process that was killed while it acquired the lock leaves only a temporary file.
    await removeAbandonedDrafts(outputDir, 'here');
    return await work();
  } finally {
    await rm(claim, { force: true });
  }
}

/** Acquires the lock. The file appears with its content, so that a killed process never leaves an empty lock. */
async function take(claim: string): Promise<boolean> {
  const draft = draftOf(claim);
  await writeFile(draft, String(process.pid));
  try {
    await link(draft, claim);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

const DRAFT = /\.(\d+)-[0-9a-f-]{36}\.tmp$/;

/**
 * Returns the temporary path of a file before it replaces `target`. It contains the process id, so that other processes
 * keep it.
 */
export function draftOf(target: string): string {
  return `${target}.${process.pid}-${randomUUID()}.tmp`;
}

/** Removes temporary files of dead processes, in the folder itself or in its subfolders too. */
export async function removeAbandonedDrafts(folder: string, depth: 'here' | 'below'): Promise<void> {
  const entries = await readdir(folder, { recursive: depth === 'below', withFileTypes: true });
  for (const { name, parentPath } of entries) {
    const pid = DRAFT.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(parentPath, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists, but belongs to another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
