import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createTemporaryFiles } from '../../../../../runtime/features/forms/temporary-files.js';
import { SILENT_LOGGER } from '../../../../../runtime/kernel/ports/logger.js';

afterEach(() => void vi.useRealTimers());

test('files that a process left are removed once they are old, without another start', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const root = await mkdtemp(join(tmpdir(), 'cms-form-files-'));
  const makeFolder = async (name: string, hours: number): Promise<void> => {
    const time = new Date(Date.now() - hours * 60 * 60 * 1000);
    await mkdir(join(root, name));
    await utimes(join(root, name), time, time);
  };
  await makeFolder('left before the start', 2);
  const tidying = createTemporaryFiles(root, SILENT_LOGGER).keepTidy();
  await expect.poll(() => readdir(root)).toEqual([]);
  await makeFolder('left', 2);
  await makeFolder('in use', 0);
  vi.advanceTimersByTime(60 * 60 * 1000);
  await tidying.end();
  expect(await readdir(root)).toEqual(['in use']);
  await rm(root, { recursive: true });
});
