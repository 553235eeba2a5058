import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { payloadTooLarge } from '../../kernel/errors/catalog.js';
import type { RetentionWork } from '../../kernel/contract/features/retention.js';
import type { Logger } from '../../kernel/ports/logger.js';
import { onDisk } from '../../kernel/util/failures/disk-failure.js';
import { makePrivateFolder } from '../../kernel/util/private-files.js';

/** Temporary files of one request. */
export interface TemporaryFolder {
  /** @throws AppError 413 for a file beyond the limit, StorageUnavailable if the disk is full or fails. */
  store(content: Readable, limit: number): Promise<{ readonly path: string; readonly size: number }>;
  /** Deletes the folder with its files; failures are logged. */
  remove(): Promise<void>;
}

export interface TemporaryFiles {
  openFolder(): TemporaryFolder;
  /** Deletes the files of crashed processes. */
  readonly retentionRule: RetentionWork;
}

/** Minimum age in milliseconds of orphaned folders; no request takes that long, in any process. */
const LEFT_AFTER_MS = 60 * 60 * 1000;

/** Creates one folder below `root` per request with files, accessible only to this user. */
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
      // File times come from the machine's clock rather than the service's.
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
    retentionRule: {
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
