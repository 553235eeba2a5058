import { link, mkdir, readFile, rm, writeFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';

/** Names the process that plans and writes a migration; it is gone when that is done. */
const CLAIM = '.planning';
const PAUSE_MS = 20;

/**
 * Does the work while no other run does its own in this folder: two that plan at once would each write a migration of
 * the same change. A claim of a process that was killed is void.
 */
export async function asOnlyWriter<Result>(outputDir: string, work: () => Promise<Result>): Promise<Result> {
  const claim = join(outputDir, CLAIM);
  await mkdir(outputDir, { recursive: true });
  while (!(await take(claim))) {
    const holder = Number(await readFile(claim, 'utf8').catch(() => ''));
    // A claim without a holder has just been removed, so it is tried again.
    if (holder > 0 && !isRunning(holder)) await rm(claim, { force: true });
    else await sleep(PAUSE_MS);
  }
  try {
    // A process that was killed while it claimed the folder left no other trace.
    await removeAbandonedDrafts(outputDir, 'here');
    return await work();
  } finally {
    await rm(claim, { force: true });
  }
}

/** A file that appears with its content: a process that is killed meanwhile leaves no claim that names nobody. */
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

/** The path of a file before it replaces `target`. It names the process, so that no other process removes it. */
export function draftOf(target: string): string {
  return `${target}.${process.pid}-${randomUUID()}.tmp`;
}

/** Removes what processes that are gone had begun to write: in the folder itself, or in those below it too. */
export async function removeAbandonedDrafts(folder: string, depth: 'here' | 'below'): Promise<void> {
  const entries = await readdir(folder, { recursive: depth === 'below', withFileTypes: true });
  for (const { name, parentPath } of entries) {
    const pid = DRAFT.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(parentPath, name), { force: true });
  }
}

/** Whether a process is running. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another account may not be asked, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
