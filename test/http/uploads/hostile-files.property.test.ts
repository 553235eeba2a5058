import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loopingAvif, smallFiles } from '../../support/hostile-files.js';
import { nodeOf, startFormsApp, type FormsApp } from '../forms/support.js';
import { form, startUploadsApp, type UploadsApp } from './support.js';

let forms: FormsApp;
let uploads: UploadsApp;
let submit = '';
beforeAll(async () => {
  const uploaded = { examination: { memory_mb: 128 } };
  // Throttles count submissions of one address, and all of these come from one.
  forms = await startFormsApp({
    config: { body_limits: { anonymous: 80_000_000 }, uploads: { ...uploaded, max_bytes: 80_000_000 } },
  });
  submit = `${await forms.aForm('PictureType')}/submit`;
  uploads = await startUploadsApp({ config: { uploads: uploaded } });
});
afterAll(async () => {
  await forms.close();
  await uploads.close();
});

function send(bytes: Uint8Array, name: string) {
  const parts = new FormData();
  parts.append('picture[photo]', new Blob([bytes]), name);
  return forms.postParts(submit, parts);
}

const liveness = (): Promise<number> =>
  fetch(`${forms.origin}${forms.config.apiPrefix}/_/health`).then(({ status }) => status);

describe('a stranger who fills in a form with a picture', () => {
  test('whose boxes lead back to themselves is told so at the field', async () => {
    for (const brand of ['avif', 'mif1', 'heic']) {
      const answer = await send(loopingAvif(brand), 'a.avif');
      expect(answer.status, answer.text).toBe(422);
      expect(nodeOf(answer, 'photo').vars.errors).toEqual(['This file is not a valid image.']);
      expect(await liveness()).toBe(200);
    }
  });

  test('that takes too much memory to look into is told so at the field', async () => {
    const large = Buffer.concat([Buffer.from('GIF89a\x40\x01\xf0\x00', 'latin1'), Buffer.alloc(62_000_000)]);
    const [answer, alive] = await Promise.all([send(large, 'a.gif'), liveness()]);
    expect([answer.status, alive]).toEqual([422, 200]);
    expect(nodeOf(answer, 'photo').vars.errors).toEqual(['Please select a valid file.']);
    expect(await forms.leftFiles()).toEqual([]);
  });
});

describe('an upload that takes too much memory to look into', () => {
  test('is 422 at the field, whatever its rules, and leaves nothing', async () => {
    const before = await uploads.files('private', 'variants');
    const large = Buffer.concat([Buffer.from('GIF89a\x40\x01\xf0\x00', 'latin1'), Buffer.alloc(62_000_000)]);
    const response = await uploads.upload(
      '/component/brochures/upload',
      form({ documentFile: [large, 'a.gif'] }),
    );
    expect(response.status, response.text).toBe(422);
    expect(response.body.violations).toContainEqual(
      expect.objectContaining({
        propertyPath: 'documentFile',
        message: 'This file cannot be read. Send another one.',
      }),
    );
    expect(await uploads.files('private', 'variants')).toEqual(before);
  });
});

/** Changes of a file: numbers that lie, pieces that come again, and ends that are not there. */
type Change =
  | { readonly kind: 'number'; readonly at: number; readonly value: number; readonly isLittle: boolean }
  | { readonly kind: 'again'; readonly at: number; readonly length: number; readonly times: number }
  | { readonly kind: 'cut'; readonly at: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const lengths = fc.constantFrom(0, 1, 4, 7, 8, 0x7fffffff, 0x80000000, 0xfffffff8, 0xffffffff);
const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('number' as const),
      at: place,
      value: fc.oneof(lengths, fc.nat()),
      isLittle: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('again' as const),
      at: place,
      length: fc.integer({ min: 1, max: 64 }),
      times: fc.constantFrom(1, 3, 2_000),
    }),
    fc.record({ kind: fc.constant('cut' as const), at: place }),
  ),
  { minLength: 1, maxLength: 4 },
);

function applied(file: Buffer, list: readonly Change[]): Buffer {
  let bytes = Buffer.from(file);
  for (const change of list) {
    const at = Math.floor(change.at * Math.max(0, bytes.length - 4));
    if (change.kind === 'cut') bytes = bytes.subarray(0, at);
    else if (change.kind === 'again') {
      const piece = bytes.subarray(at, at + change.length);
      const again = Array.from({ length: change.times }, () => piece);
      bytes = Buffer.concat([bytes.subarray(0, at), ...again, bytes.subarray(at)]);
    } else if (bytes.length >= at + 4) {
      if (change.isLittle) bytes.writeUInt32LE(change.value >>> 0, at);
      else bytes.writeUInt32BE(change.value >>> 0, at);
    }
  }
  return bytes;
}

describe('whatever is made of a file', () => {
  const formats = [
    ...['png', 'jpg', 'gif', 'webp', 'tif', 'avif', 'loop.avif', 'heic', 'jxl', 'icns', 'mp4', 'asf', 'docx'],
    ...['zip', 'gz', 'ogg', 'mkv', 'svg'],
  ];

  test.each(formats)(
    'of the format %s is answered, and the service answers others meanwhile',
    async (format) => {
      const file = (await smallFiles()).get(format) ?? Buffer.alloc(0);
      await fc.assert(
        fc.asyncProperty(changes, async (list) => {
          const [answer, alive] = await Promise.all([send(applied(file, list), `a.${format}`), liveness()]);
          expect([201, 422], answer.text).toContain(answer.status);
          expect(alive).toBe(200);
        }),
        { numRuns: 15 },
      );
    },
  );
});
