import { chmod, mkdir, open, stat } from 'node:fs/promises';

const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const;

/** Makes a folder, and what is missing above it, for this user alone; a folder that is there stays as it is. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: OWNER_ONLY.folder });
}

/** Makes an empty file for this user alone; what is there stays. Whoever opens the path tells why it cannot be made. */
export async function makePrivateFile(path: string): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY.file).catch(() => undefined);
  await file?.close();
}

/** Keeps others from a file that is there. Answers false for a file of another user, who alone can do that. */
export async function restrictFile(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isFile()) await chmod(path, OWNER_ONLY.file);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
  }
}
