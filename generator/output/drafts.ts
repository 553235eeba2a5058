import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

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
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another account may not be asked, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
