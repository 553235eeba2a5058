import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCoded } from '../../support/read-encoded.js';
import { form, picture, startUploadsApp, type UploadsApp } from './support.js';

const FRONT_END = 'https://www.example.com';
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0L1 1"/>'.repeat(500)}</svg>`;

let app: UploadsApp;
/** Addresses of the drawing: the file itself, and the download of its record. */
let addresses: readonly string[];
let photo: string;
beforeAll(async () => {
  app = await startUploadsApp({ config: { compression: true, cors: { allow_origin: [FRONT_END] } } });
  const stored = async (content: Buffer | string, name: string): Promise<string> => {
    const created = await app.upload('/component/images/upload', form({ file: [content, name] }));
    expect(created.status, created.text).toBe(201);
    return `${app.origin}${String(created.body['@id'])}/download/file`;
  };
  const download = await stored(SVG, 'drawing.svg');
  const [file = ''] = await app.files('public');
  addresses = [`${app.origin}/uploads/${file}`, download];
  photo = await stored(await picture(60, 60), 'photo.png');
});
afterAll(() => app.close());

const each = async (work: (address: string, authorization: Record<string, string>) => Promise<void>) => {
  const authorization = { authorization: `Bearer ${await app.token('admin')}` };
  for (const address of addresses) await work(address, authorization);
};

describe('a stored file', () => {
  test('is compressed if that makes it smaller, and the response has Vary', () =>
    each(async (address, own) => {
      const encoded = await readCoded(address, { headers: { ...BROWSER, ...own, origin: FRONT_END } });
      const plain = await readCoded(address, { headers: own });
      expect(encoded.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'image/svg+xml' });
      expect(encoded.text).toBe(SVG);
      expect(encoded.sent.length).toBeLessThan(SVG.length / 5);
      for (const { headers } of [encoded, plain]) expect(headers.vary).toContain('Accept-Encoding');
      expect(encoded.headers.vary).toContain('Origin');
      expect(encoded.headers.etag).not.toBe(plain.headers.etag);
    }));

  test('has ranges only in its uncompressed form', () =>
    each(async (address, own) => {
      const range = { range: 'bytes=0-9' };
      const { headers } = await readCoded(address, { headers: { ...BROWSER, ...own } });
      const part = await readCoded(address, { headers: { ...BROWSER, ...own, ...range } });
      expect(part).toMatchObject({ status: 206, text: SVG.slice(0, 10) });
      expect(part.headers['content-encoding']).toBeUndefined();
      // A client with the start of the compressed form must not append the uncompressed one.
      const ifRange = { ...range, 'if-range': String(headers.etag) };
      const whole = await readCoded(address, { headers: { ...BROWSER, ...own, ...ifRange } });
      expect(whole).toMatchObject({ status: 200, text: SVG });
      expect(headers['accept-ranges']).toBeUndefined();
    }));

  test('results in 304 for clients with either form', () =>
    each(async (address, own) => {
      for (const form of [BROWSER, {}]) {
        const { headers } = await readCoded(address, { headers: { ...form, ...own } });
        const etag = String(headers.etag);
        const same = await readCoded(address, { headers: { ...BROWSER, ...own, 'if-none-match': etag } });
        expect(same).toMatchObject({ status: 304, headers: { etag } });
      }
    }));

  test('has the same headers for HEAD', () =>
    each(async (address, own) => {
      const whole = await readCoded(address, { headers: { ...BROWSER, ...own } });
      const head = await readCoded(address, { method: 'HEAD', headers: { ...BROWSER, ...own } });
      for (const name of ['etag', 'content-encoding', 'content-length', 'vary', 'content-type'])
        expect(head.headers[name], name).toBe(whole.headers[name]);
    }));

  test('that is already compressed is sent unchanged', async () => {
    const own = { authorization: `Bearer ${await app.token('admin')}` };
    const { headers } = await readCoded(photo, { headers: { ...BROWSER, ...own } });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).not.toContain('Accept-Encoding');
  });
});
