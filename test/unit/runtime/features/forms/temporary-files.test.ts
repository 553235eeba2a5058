import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFiles } from '../../../../../runtime/features/forms/temporary-files.js';
import { SILENT_LOGGER } from '../../../../../runtime/kernel/ports/logger.js';

test('orphaned files of a process are removed after some time, others are kept', async () => {
  const root = await mkdtemp(join(tmpdir(), 'cms-form-files-'));
  const makeFolder = async (name: string, hours: number): Promise<void> => {
    const time = new Date(Date.now() - hours * 60 * 60 * 1000);
    await mkdir(join(root, name));
    await utimes(join(root, name), time, time);
  };
  for (const name of ['left', 'left too', 'left as well']) await makeFolder(name, 2);
  await makeFolder('in use', 0);
  const { retentionRule } = createTemporaryFiles(root, SILENT_LOGGER);
  const now = new Date();
  expect(await retentionRule.clean({ now, limit: 2 })).toBe(2);
  expect(await retentionRule.clean({ now, limit: 2 })).toBe(1);
  expect(await readdir(root)).toEqual(['in use']);
  await rm(root, { recursive: true });
});

test('without any uploads there is nothing to remove', async () => {
  const { retentionRule } = createTemporaryFiles(join(tmpdir(), 'cms-no-form-files'), SILENT_LOGGER);
  expect(await retentionRule.clean({ now: new Date(), limit: 2 })).toBe(0);
});
