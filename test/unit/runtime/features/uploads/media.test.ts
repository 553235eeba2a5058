import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { detectType } from '../../../../../runtime/features/uploads/incoming/media-type.js';
import type { Media } from '../../../../../runtime/features/uploads/media/media.js';
import { createMediaProcesses } from '../../../../../runtime/features/uploads/media/media-processes.js';
import { onlyHead } from '../../../../../runtime/features/uploads/incoming/whole-file.js';
import { aMedia } from '../../../../support/media.js';

const FILTER = { width: null, height: null, mode: 'inset', format: null, quality: null } as const;
const BYTES = Buffer.from('bytes of a file');

/** Starts correctly, and then behaves differently instead of responding. */
const program = (work: string): string => `
import { Socket } from 'node:net';
const replies = new Socket({ fd: 3, readable: false });
const reply = Buffer.from('{"result":null}');
const lengths = Buffer.alloc(8);
lengths.writeUInt32LE(reply.length, 0);
process.stdin.on('data', (chunk) => {
  if (chunk.includes('"start"')) replies.write(Buffer.concat([lengths, reply]));
  else { ${work} }
});`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-media-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function mediaOf(work: string): Promise<Media> {
  const file = join(folder, `${Math.random()}.mjs`);
  await writeFile(file, program(work));
  const media = aMedia({ examineMs: 300, renderMs: 300 }, file);
  onTestFinished(() => media.close());
  return media;
}

const detectedBy = (media: Media): ReturnType<typeof detectType> =>
  detectType({ head: Buffer.from('\x00\x01bin'), name: 'a.bin', whole: async () => onlyHead(BYTES) }, media);

describe('a file on which a library', () => {
  test.for([
    ['loops without an end', 'for (;;);'],
    ['waits for ever', ''],
    ['crashes', 'process.abort();'],
    ['ends the process', 'process.exit(3);'],
  ])('%s is unreadable, has no size and no variant, and the process continues', async ([, work = '']) => {
    const media = await mediaOf(work);
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    await expect(media.measure(BYTES)).rejects.toThrow('process');
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(0);
    expect(await detectedBy(media)).toMatchObject({
      mediaType: 'application/octet-stream',
      isUnreadable: true,
    });
    expect(await media.renderVariant(BYTES, FILTER)).toMatch(/broken off|impossible/);
  });

  test('uses too much memory is unreadable', async () => {
    const media = aMedia({ memoryMb: 128 });
    onTestFinished(() => media.close());
    const gif = Buffer.concat([Buffer.from('GIF89a\x40\x01\xf0\x00', 'latin1'), Buffer.alloc(300_000_000)]);
    await expect(media.measure(gif)).rejects.toMatchObject({ reason: 'limit' });
    // The next one is not affected.
    expect(await media.measure(gif.subarray(0, 100))).toMatchObject({ width: 320, height: 240 });
  });
});

describe('media processes', () => {
  const options = { count: 1, memoryMb: 512, workMs: 60_000, waitMs: 60_000 };

  test('are reused', async () => {
    const processes = createMediaProcesses(options);
    onTestFinished(() => processes.close());
    const used = [];
    for (let turn = 0; turn < 3; turn += 1) used.push(await processes.use(async (process) => process));
    expect(new Set(used).size).toBe(1);
  });

  test('never exceed their number, and work that waited too long is a 503', async () => {
    const processes = createMediaProcesses({ ...options, waitMs: 50 });
    onTestFinished(() => processes.close());
    let running = 0;
    const work = async (): Promise<number> => {
      running += 1;
      const seen = running;
      await sleep(1_000);
      running -= 1;
      return seen;
    };
    const [first, second] = await Promise.allSettled([processes.use(work), processes.use(work)]);
    expect(first).toMatchObject({ status: 'fulfilled', value: 1 });
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'UPLOAD.BUSY', status: 503 } });
  });

  test('do not inherit variables that could contain secrets', async () => {
    process.env['CMS_TEST_SECRET'] = 'hidden';
    const file = join(folder, 'environment.mjs');
    await writeFile(
      file,
      program(`
        const text = Buffer.from(JSON.stringify({ result: Object.keys(process.env) }));
        lengths.writeUInt32LE(text.length, 0);
        replies.write(Buffer.concat([lengths, text]));`),
    );
    const processes = createMediaProcesses({ ...options, program: file });
    onTestFinished(() => {
      delete process.env['CMS_TEST_SECRET'];
      processes.close();
    });
    const { result } = await processes.use((each) => each.ask({ work: 'detect' }));
    expect(result).toContain('PATH');
    expect(result).not.toContain('CMS_TEST_SECRET');
  });
});
