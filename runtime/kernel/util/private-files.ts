import { chmod, mkdir, open, stat } from 'node:fs/promises';

const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const;

/** Creates a folder and its parents with access for this user only; an existing folder is unchanged. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: OWNER_ONLY.folder });
}

/**
 * Creates an empty file with access for this user only; an existing one is unchanged. Errors are left to the
 * code that opens the file.
 */
export async function makePrivateFile(path: string): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY.file).catch(() => undefined);
  await file?.close();
}

/** Removes access for others from an existing file. Returns false for a file of another user. */
export async function restrictFile(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isFile()) await chmod(path, OWNER_ONLY.file);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
  }
}
