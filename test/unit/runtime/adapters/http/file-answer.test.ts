import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFileAnswer } from '../../../../../runtime/features/uploads/endpoints/file-answer.js';
import { FileMissing } from '../../../../../runtime/kernel/ports/file-storage.js';
import type { FileStorage } from '../../../../../runtime/kernel/ports/file-storage.js';
import { aMedia } from '../../../../support/media.js';
import { createLocalStorage } from '../../../../../runtime/adapters/storage/local.js';

const media = aMedia();
const request = { headers: {}, name: async () => 'file.txt', wantsAttachment: false, media };

let root: string;
let storage: FileStorage;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cms-answer-'));
  storage = createLocalStorage({ root, publicUrl: null });
});
afterAll(async () => {
  media.close();
  await rm(root, { recursive: true, force: true });
});

const write = (path: string): Promise<void> =>
  storage.write(path, Readable.from([Buffer.from('text')]), { mediaType: 'text/plain', name: path });

describe('the response to a request for a file', () => {
  test('has no body if the file was removed after the look-up', async () => {
    await write('gone.txt');
    const answer = await buildFileAnswer(storage, 'gone.txt', request);
    await storage.remove('gone.txt');
    expect(answer?.status).toBe(200);
    expect(await answer?.open?.()).toBeUndefined();
  });

  test('is empty if the file is removed before its type is known', async () => {
    await write('going.txt');
    const stat: FileStorage['stat'] = async (path) => {
      const facts = await storage.stat(path);
      await storage.remove(path);
      return facts;
    };
    expect(await buildFileAnswer({ ...storage, stat }, 'going.txt', request)).toBeUndefined();
  });

  test('fails for any other reason', async () => {
    await write('a.txt');
    const read: FileStorage['read'] = () => Promise.reject(new Error('disk'));
    await expect(buildFileAnswer({ ...storage, read }, 'a.txt', request)).rejects.toThrow('disk');
  });

  test('has a specific error for a missing file', async () => {
    await expect(storage.read('never.txt')).rejects.toThrow(FileMissing);
    await expect(storage.read('never.txt/below')).rejects.toThrow(FileMissing);
  });
});
