import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMedia } from '../../support/media.js';
import type { TestResponse } from '../../support/test-client.js';
import type { UploadsApp } from './support.js';
import { form, mediaObjects, picture, startUploadsApp } from './support.js';
import { createMediaProcesses } from '../../../runtime/features/uploads/media/media-processes.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const media = aMedia();
const { renderVariant } = media;
let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp();
});
afterAll(async () => {
  media.close();
  await app.close();
});

const upload = (bytes: Uint8Array, name: string): Promise<TestResponse> =>
  app.upload('/component/images/upload', form({ file: [bytes, name] }));

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A black-and-white picture that is small only when compressed. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc((side / 8 + 1) * side))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture that decompresses to gigabytes', () => {
  test('is stored and measured, but never decoded', async () => {
    const bomb = hugePng(30_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    const response = await upload(bomb, 'bomb.png');
    expect(response.status, response.text).toBe(201);
    expect(mediaObjects(response.body)).toEqual([
      expect.objectContaining({ width: 30_000, height: 30_000, mimeType: 'image/png' }),
    ]);
    // Readers do not retry it either.
    await app.app.get(UPLOADS).whenIdle();
    expect(mediaObjects((await app.get(response.body['@id'], { as: 'admin' })).body)).toHaveLength(1);
  });

  test('is rejected by the rules of its field', async () => {
    const before = await app.files('private', 'variants');
    const response = await app.upload(
      '/component/brochures/upload',
      form({ cover: [hugePng(30_000), 'bomb.png'] }),
    );
    expect(response.status, response.text).toBe(422);
    expect(response.body.violations[0].message).toBe(
      'The image width is too big (30000px). Allowed maximum width is 1500px.',
    );
    expect(await app.files('private', 'variants')).toEqual(before);
  });
});

describe('a picture too large to be written in one piece', () => {
  const whole = { width: null, height: null, mode: 'inset', quality: null } as const;
  const large = () =>
    sharp({ create: { width: 4100, height: 4000, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer();

  test.each(['avif', 'webp'] as const)('has no variant of its size as %s', async (format) => {
    expect(await renderVariant(await large(), { ...whole, format })).toBe('impossible');
  });

  test('has smaller ones, and those of formats that can be interrupted', async () => {
    const small = { ...whole, width: 500, format: 'avif' } as const;
    expect(await renderVariant(await large(), small)).toMatchObject({ facts: { width: 500, height: 488 } });
    const same = { ...whole, format: null };
    expect(await renderVariant(await large(), same)).toMatchObject({ facts: { width: 4100, height: 4000 } });
  });

  test('is not read either if it already has that format', async () => {
    const gif = await sharp(await large())
      .gif({ effort: 1 })
      .toBuffer();
    expect(await renderVariant(gif, { ...whole, width: 50, format: 'jpeg' })).toBe('impossible');
  });
});

describe('a document that the image library could render', () => {
  test('is never opened by it, whatever its first bytes look like', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const processes = createMediaProcesses({ count: 1, memoryMb: 512, workMs: 60_000, waitMs: 60_000 });
    const opened = processes.use((process) => process.ask({ work: 'open', maxPixels: 1000 }, svg));
    await expect(opened).rejects.toThrow('unsupported image format');
    processes.close();
  });
});

describe('a picture of an unusual kind', () => {
  test.for([
    ['an animated GIF', () => animation(), 'a.gif', 'image/gif', [600, 400], [500, 333]],
    ['a photograph on its side', () => turned(), 'a.jpg', 'image/jpeg', [400, 600], [333, 500]],
    [
      'a JPEG in the colours of print',
      () => base().toColourspace('cmyk').jpeg().toBuffer(),
      'a.jpg',
      'image/jpeg',
      [600, 400],
      [500, 333],
    ],
    [
      'a PNG of 16 bits',
      () => base().toColourspace('rgb16').png().toBuffer(),
      'a.png',
      'image/png',
      [600, 400],
      [500, 333],
    ],
    [
      'a grey PNG',
      () => base().toColourspace('b-w').png().toBuffer(),
      'a.png',
      'image/png',
      [600, 400],
      [500, 333],
    ],
    ['a picture of one pixel', () => picture(1, 1), 'a.png', 'image/png', [1, 1], [1, 1]],
    ['a TIFF', () => base().tiff().toBuffer(), 'a.tif', 'image/tiff', [600, 400], [500, 333]],
  ] as const)('%s has its size and a variant of its own kind', async ([, make, name, type, size, small]) => {
    const response = await upload(await make(), name);
    expect(response.status, response.text).toBe(201);
    const shown = mediaObjects(response.body).map(({ mimeType, width, height }) => [mimeType, width, height]);
    expect(shown).toEqual([
      [type, ...size],
      [type, ...small],
    ]);
    const variant = await app.fetchUrl(mediaObjects(response.body)[1]?.contentUrl ?? '');
    const { width, height, orientation } = await sharp(Buffer.from(await variant.arrayBuffer())).metadata();
    expect([width, height, orientation ?? 1]).toEqual([...small, 1]);
  });

  const base = () => sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } });
  const turned = () => base().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const animation = async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 600, height: 400, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    return sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
  };
});

describe('a broken picture', () => {
  test('that is truncated is stored without variants', async () => {
    const whole = await picture(600, 600);
    const response = await upload(whole.subarray(0, whole.length / 2), 'cut.png');
    expect(response.status, response.text).toBe(201);
    expect(mediaObjects(response.body)).toEqual([expect.objectContaining({ width: 600, height: 600 })]);
    expect((await app.files('public', 'variants')).filter((path) => /cache.*cut/.test(path))).toEqual([]);
  });

  test.each([
    ['a PNG without a header', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'a.png'],
    ['an empty GIF', Buffer.from('GIF89a', 'latin1'), 'a.gif'],
    [
      'an SVG after the first bytes of a GIF',
      Buffer.from('GIF <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'a.gif',
    ],
    ['zeros', Buffer.alloc(5000), 'a.jpg'],
  ])('like %s results in 422 on the field and leaves nothing', async (_what, bytes, name) => {
    const before = await app.files('public', 'variants');
    const response = await upload(bytes, name);
    expect(response.status, response.text).toBe(422);
    expect(response.body.violations).toEqual([expect.objectContaining({ propertyPath: 'file' })]);
    expect(await app.files('public', 'variants')).toEqual(before);
  });
});
