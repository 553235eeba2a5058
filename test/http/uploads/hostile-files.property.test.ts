import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applied, changes } from '../../support/changed-bytes.js';
import { loopingAvif, smallFiles } from '../../support/hostile-files.js';
import { nodeOf, startFormsApp, type FormsApp } from '../forms/support.js';
import type { TestResponse } from '../../support/test-client.js';
import { form, startUploadsApp, toTestResponse, type UploadsApp } from './support.js';

let forms: FormsApp;
let uploads: UploadsApp;
let submit = '';
beforeAll(async () => {
  const uploaded = { examination: { memory_mb: 128 } };
  forms = await startFormsApp({
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    config: { body_limits: { anonymous: 80_000_000 }, uploads: { ...uploaded, max_bytes: 80_000_000 } },
  });
  submit = `${await forms.aForm('PictureType')}/submit`;
  uploads = await startUploadsApp({ config: { uploads: uploaded } });
});
afterAll(async () => {
  await forms.close();
  await uploads.close();
});

let senders = 0;

/** Submits a picture anonymously. Each call uses another network, because submissions are throttled per network. */
async function send(bytes: Uint8Array, name: string): Promise<TestResponse> {
  const body = new FormData();
  body.append('picture[photo]', new Blob([bytes]), name);
  senders += 1;
  const headers = { 'x-forwarded-for': `192.0.${senders >> 8}.${senders & 255}` };
  return toTestResponse(await fetch(forms.origin + submit, { method: 'POST', body, headers }));
}

const liveness = (): Promise<number> =>
  fetch(`${forms.origin}${forms.config.apiPrefix}/_/health`).then(({ status }) => status);

describe('an anonymous submission with a picture', () => {
  test('whose boxes form a cycle results in an error at the field', async () => {
    const answer = await send(loopingAvif(), 'a.avif');
    expect(answer.status, answer.text).toBe(422);
    expect(nodeOf(answer, 'photo').vars.errors).toEqual(['This file is not a valid image.']);
    expect(await liveness()).toBe(200);
    // The size of these is not read.
    for (const brand of ['mif1', 'heic']) expect((await send(loopingAvif(brand), 'a.heic')).status).toBe(201);
  });

  test('that needs too much memory to inspect results in an error at the field', async () => {
    const large = Buffer.concat([Buffer.from('GIF89a\x40\x01\xf0\x00', 'latin1'), Buffer.alloc(62_000_000)]);
    const [answer, alive] = await Promise.all([send(large, 'a.gif'), liveness()]);
    expect([answer.status, alive]).toEqual([422, 200]);
    expect(nodeOf(answer, 'photo').vars.errors).toEqual(['Please select a valid file.']);
    expect(await forms.leftFiles()).toEqual([]);
  });
});

describe('an upload that needs too much memory to inspect', () => {
  test('results in 422 at the field, whatever its rules, and leaves nothing', async () => {
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

describe('a corrupt file', () => {
  const formats = [
    ...['png', 'jpg', 'gif', 'webp', 'tif', 'avif', 'loop.avif', 'heic', 'jxl', 'icns', 'mp4', 'asf', 'docx'],
    ...['zip', 'gz', 'ogg', 'mkv', 'svg'],
  ];

  test.each(formats)(
    'of the format %s gets a response, and the service serves others in the meantime',
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
