import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { payloadTooLarge } from '../../kernel/errors/catalog.js';
import type { WorkLifetime } from '../../kernel/contract/features/lifetimes.js';
import type { Logger } from '../../kernel/ports/logger.js';
import { onDisk } from '../../kernel/util/failures/disk-failure.js';
import { makePrivateFolder } from '../../kernel/util/private-files.js';

/** Files that belong to one request. */
export interface TemporaryFolder {
  /** @throws AppError 413 for a file beyond the limit, StorageUnavailable for a disk that takes none. */
  store(content: Readable, limit: number): Promise<{ readonly path: string; readonly size: number }>;
  /** Removes the folder with all its files; failures are logged. */
  remove(): Promise<void>;
}

export interface TemporaryFiles {
  openFolder(): TemporaryFolder;
  /** Removes what processes left that came to a sudden end. */
  readonly lifetime: WorkLifetime;
}

/**
 * Folders older than this were left behind: no request takes as long; folders of requests that other processes answer are
 * younger.
 */
const LEFT_AFTER_MS = 60 * 60 * 1000;

/** Folders below `root`, one for each request that brings files, for this user alone. */
export function createTemporaryFiles(root: string, log: Logger): TemporaryFiles {
  const remove = (folder: string): Promise<void> =>
    rm(folder, { recursive: true, force: true }).catch((err: unknown) =>
      log.error({ msg: 'failed to delete temporary form files', folder, err }),
    );
  async function removeLeftovers(limit: number): Promise<number> {
    let removed = 0;
    for (const name of await readdir(root).catch(() => [])) {
      if (removed === limit) break;
      const folder = join(root, name);
      const { mtimeMs = Infinity } = (await stat(folder).catch(() => undefined)) ?? {};
      // The times of files are those of the machine, whatever the clock of the service.
      if (Date.now() - mtimeMs <= LEFT_AFTER_MS) continue;
      await remove(folder);
      removed += 1;
    }
    return removed;
  }
  return {
    openFolder() {
      const folder = join(root, randomUUID());
      return {
        store: (content, limit) =>
          onDisk(root, async () => {
            await makePrivateFolder(folder);
            const path = join(folder, randomUUID());
            return { path, size: await writeUpTo(limit, content, path) };
          }),
        remove: () => remove(folder),
      };
    },
    lifetime: {
      name: 'form-files',
      what: 'Files of form submissions to a crashed process',
      where: '`form-files` in the data folder',
      keeps: 'one hour',
      isOfMachine: true,
      clean: ({ limit }) => removeLeftovers(limit),
    },
  };
}

async function writeUpTo(limit: number, content: Readable, path: string): Promise<number> {
  let size = 0;
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > limit) throw payloadTooLarge(limit);
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  return size;
}
