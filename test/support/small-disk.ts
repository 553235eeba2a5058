import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate in-memory disk that tests can fill. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills it completely. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  remove(): Promise<void>;
}

/** Undefined if this user cannot mount one. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'tmpfs', folder];
  if (spawnSync('mount', options).status !== 0) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const error: unknown = await writeFile(filler, Buffer.alloc((megabytes + 1) * 1024 * 1024)).catch(
        (cause: unknown) => cause,
      );
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC'))
        throw new Error('The disk took more than its size', { cause: error });
    },
    makeRoom: () => rm(filler, { force: true }),
    async remove() {
      // Lazily, because a process that is exiting may still have open files.
      spawnSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    },
  };
}
