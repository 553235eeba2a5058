import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UploadsApp } from './support.js';
import { form, mediaObjects, picture, startUploadsApp } from './support.js';

const IMAGES = '/component/images';
const BROCHURES = '/component/brochures';

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({ config: { uploads: { max_bytes: 3_000_000 } } });
});
afterAll(() => app.close());

describe('POST /component/{type}/upload', () => {
  test('stores the file and responds with 201 and its media objects', async () => {
    const bytes = await picture(840, 1200);
    const created = await app.upload(`${IMAGES}/upload`, form({ file: [bytes, 'Hero Shot (1).PNG'] }));
    expect(created.status, created.text).toBe(201);
    expect(created.headers.get('location')).toBe(created.body['@id']);
    const [original, thumbnail] = mediaObjects(created.body);
    expect(original).toMatchObject({
      '@type': 'http://schema.org/MediaObject',
      mimeType: 'image/png',
      fileSize: bytes.length,
      width: 840,
      height: 1200,
    });
    expect(original?.contentUrl).toMatch(/^http:\/\/localhost:8000\/uploads\/hero-shot-1-[0-9a-f]{8}\.png$/);
    expect(original?.['@id']).toMatch(/\/_\/media_objects\/[0-9a-f]{32}$/);
    expect(original?.['formattedFileSize']).toBe(`${(bytes.length / 1024 ** 2).toFixed(1)}MB`);
    expect(original).not.toHaveProperty('imagineFilter');
    expect(thumbnail).toMatchObject({
      imagineFilter: 'thumbnail',
      width: 350,
      height: 500,
      mimeType: 'image/png',
    });
    expect(thumbnail?.contentUrl).toContain(`/uploads/${app.config.imageCachePrefix}/thumbnail/hero-shot-1-`);
    expect(created.text).not.toContain('"filename"');
  });

  test('results in 400 with the names of the fields if a file is in another part; nothing is stored', async () => {
    const before = await app.files('public');
    const parts = form({ file: [await picture(20, 10), 'a.png'], picture: [await picture(20, 10), 'b.png'] });
    const refused = await app.upload(`${IMAGES}/upload`, parts);
    expect([refused.status, refused.body['detail']]).toEqual([
      400,
      '"picture" is not an upload field of Image. Send the file as "file".',
    ]);
    expect(await app.files('public')).toEqual(before);
  });

  test('creates a resource without files if none is sent, and reports unknown parts', async () => {
    const before = await app.files('public');
    const data = new FormData();
    data.append('stranger', 'text');
    data.append('uiComponent', 'Wide');
    const created = await app.upload(`${IMAGES}/upload`, data);
    expect(created.status, created.text).toBe(201);
    expect(created.body['uiComponent']).toBe('Wide');
    expect(created.headers.get('x-ignored')).toBe('stranger');
    expect(created.body['_metadata']).not.toHaveProperty('mediaObjects');
    expect(await app.files('public')).toEqual(before);
  });

  test('accepts several fields in one request', async () => {
    const parts = form({
      documentFile: ['A plain text.', 'Terms.txt'],
      cover: [await picture(200, 100), 'c.png'],
    });
    const created = await app.upload(`${BROCHURES}/upload`, parts);
    expect(created.status, created.text).toBe(201);
    const [document] = mediaObjects(created.body, 'documentFile');
    expect(document?.contentUrl).toBe(`http://localhost:8000${created.body['@id']}/download/documentFile`);
    expect(document).toMatchObject({ mimeType: 'text/plain', fileSize: 13, formattedFileSize: '13B' });
    expect(document).not.toHaveProperty('width');
    expect(
      mediaObjects(created.body, 'cover').map(({ imagineFilter: filter, width, height, mimeType }) => [
        filter,
        width,
        height,
        mimeType,
      ]),
    ).toEqual([
      [undefined, 200, 100, 'image/png'],
      ['thumbnail', 200, 100, 'image/png'],
      ['square', 80, 80, 'image/webp'],
    ]);
    expect(
      (await app.files('private')).filter((path) => path.startsWith('docs/brochures/terms-')),
    ).toHaveLength(1);
  });

  test('ignores an empty form field', async () => {
    const created = await app.upload(`${IMAGES}/upload`, form({ file: ['', ''] }));
    expect(created.status, created.text).toBe(201);
    expect(mediaObjects(created.body)).toEqual([]);
  });

  test('requires anonymous callers to sign in', async () => {
    const response = await fetch(`${app.origin}${app.config.apiPrefix}${IMAGES}/upload`, {
      method: 'POST',
      body: form({ file: ['x', 'x.txt'] }),
    });
    expect(response.status).toBe(401);
  });
});

describe('POST /component/{type}/{id}/upload', () => {
  test('replaces the file in place with published=true and deletes the old one with its variants', async () => {
    const created = await app.upload(
      `${IMAGES}/upload`,
      form({ file: [await picture(20, 20), 'before.png'] }),
    );
    await app.patch(created.body['@id'], { publishedAt: '2020-01-01T00:00:00Z' }, { as: 'admin' });
    const replaced = await app.upload(
      `${created.body['@id']}/upload?published=true`,
      form({ file: [await picture(30, 30), 'after.png'] }),
    );
    expect(replaced.status, replaced.text).toBe(201);
    expect(replaced.body['@id']).toBe(created.body['@id']);
    expect(mediaObjects(replaced.body)[0]?.contentUrl).toContain('/after-');
    const files = await app.files('public', 'variants');
    expect(files.filter((path) => path.includes('before-'))).toEqual([]);
    expect(files.filter((path) => path.includes('after-'))).toHaveLength(2);
  });

  test('does not change fields that are not sent', async () => {
    const parts = form({ documentFile: ['text', 'kept.txt'], cover: [await picture(20, 20), 'old.png'] });
    const created = await app.upload(`${BROCHURES}/upload`, parts);
    const changed = await app.upload(
      `${created.body['@id']}/upload`,
      form({ cover: [await picture(30, 30), 'new.png'] }),
    );
    expect(changed.status, changed.text).toBe(201);
    expect(mediaObjects(changed.body, 'documentFile')[0]).toEqual(
      mediaObjects(created.body, 'documentFile')[0],
    );
    expect(mediaObjects(changed.body, 'cover')[0]).toMatchObject({ width: 30 });
  });

  test('responds with 404 for an unknown item and stores nothing', async () => {
    const before = await app.files('public', 'variants');
    const path = `${IMAGES}/00000000-0000-4000-8000-000000000000/upload`;
    const missing = await app.upload(path, form({ file: [await picture(5, 5), 'x.png'] }));
    expect(missing.status).toBe(404);
    expect(await app.files('public', 'variants')).toEqual(before);
  });
});

describe('rejected bodies', () => {
  let stored: { public: string[]; private: string[] };
  const filesNow = async (): Promise<typeof stored> => ({
    public: await app.files('public', 'variants'),
    private: await app.files('private', 'variants'),
  });
  beforeEach(async () => {
    stored = await filesNow();
  });

  test('without a content type result in 415', async () => {
    const response = await app.raw(`${IMAGES}/upload`, { method: 'POST', headers: { 'content-type': '' } });
    expect(response.status).toBe(415);
    expect(await response.text()).toContain('The \\"Content-Type\\" header must exist.');
  });

  test('with another content type result in 415 with the supported one', async () => {
    const response = await app.raw(`${IMAGES}/upload`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(415);
    expect(((await response.json()) as { detail: string }).detail).toBe(
      'The content-type "application/json" is not supported. Supported MIME type is "multipart/form-data".',
    );
  });

  test('with a multipart type without a boundary result in 400', async () => {
    const response = await app.raw(`${IMAGES}/upload`, {
      method: 'POST',
      headers: { 'content-type': 'Multipart/Form-Data' },
      body: 'x',
    });
    expect(response.status).toBe(400);
  });

  test('beyond the limit result in 413 and store nothing', async () => {
    const response = await app.upload(
      `${IMAGES}/upload`,
      form({ file: [Buffer.alloc(3_100_000), 'big.bin'] }),
    );
    expect(response.status, response.text).toBe(413);
    expect(await filesNow()).toEqual(stored);
  });

  test('without a length are counted as they arrive', async () => {
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n';
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(head);
      for (let index = 0; index < 40; index += 1) yield Buffer.alloc(100_000);
      yield Buffer.from('\r\n--b--\r\n');
    }
    const response = await app.raw(`${IMAGES}/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: ReadableStream.from(chunks()),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await filesNow()).toEqual(stored);
  });

  test('that are truncated result in 400 and store nothing', async () => {
    const response = await app.raw(`${IMAGES}/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\nContent-Disposition: form-data; name="file"; filename="cut.txt"\r\n\r\n${'x'.repeat(100_000)}`,
    });
    expect(response.status).toBe(400);
    expect(await filesNow()).toEqual(stored);
  });

  test('whose connection breaks in the middle leave no file', async () => {
    const bearer = await app.bearer();
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(app.origin).port), '127.0.0.1', () => {
        socket.write(
          `POST ${app.config.apiPrefix}${IMAGES}/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${bearer}\r\n` +
            'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n' +
            `--b\r\nContent-Disposition: form-data; name="file"; filename="gone.txt"\r\n\r\n${'y'.repeat(200_000)}`,
        );
        setTimeout(() => {
          socket.destroy();
          resolve();
        }, 300);
      });
    });
    await expect.poll(filesNow).toEqual(stored);
  });

  test("with a file that violates its field's rules result in 422 on the field and leave nothing", async () => {
    const long = await app.upload(
      `${BROCHURES}/upload`,
      form({ documentFile: ['x'.repeat(25_000), 'a.txt'] }),
    );
    expect(long.status, long.text).toBe(422);
    expect(long.body.violations).toEqual([
      {
        propertyPath: 'documentFile',
        message: 'The file is too large (25 kB). Allowed maximum size is 20 kB.',
        code: 'df8637af-d466-48c6-a59d-e7126250a654',
      },
    ]);
    const wide = await app.upload(`${BROCHURES}/upload`, form({ cover: [await picture(1600, 10), 'a.png'] }));
    expect(wide.body.violations[0].message).toBe(
      'The image width is too big (1600px). Allowed maximum width is 1500px.',
    );
    const empty = await app.upload(`${BROCHURES}/upload`, form({ documentFile: ['', 'empty.txt'] }));
    expect(empty.body.violations[0].message).toBe('An empty file is not allowed.');
    expect(await filesNow()).toEqual(stored);
  });

  test('have the type of their content, whatever the client declares', async () => {
    const data = new FormData();
    data.append('file', new Blob(['<script>alert(1)</script>'], { type: 'image/png' }), 'a.png');
    const response = await app.upload(`${IMAGES}/upload`, data);
    expect(response.status).toBe(422);
    expect(response.body.violations[0]).toEqual({
      propertyPath: 'file',
      message: 'This file is not a valid image.',
      code: '744f00bc-4389-4c74-92de-9a43cde55534',
    });
    const broken = Buffer.concat([(await picture(10, 10)).subarray(0, 12), Buffer.alloc(50, 7)]);
    const second = await app.upload(`${IMAGES}/upload`, form({ file: [broken, 'a.png'] }));
    expect(second.status).toBe(422);
    expect(await filesNow()).toEqual(stored);
  });
});

describe('stored names', () => {
  const cases: readonly (readonly [sent: string, stored: RegExp])[] = [
    ['../../etc/passwd.txt', /^docs\/brochures\/passwd-[0-9a-f]{8}\.txt$/],
    ['..\\..\\windows\\boot.ini.txt', /^docs\/brochures\/boot-ini-[0-9a-f]{8}\.txt$/],
    ['a%00b.txt', /^docs\/brochures\/a-00b-[0-9a-f]{8}\.txt$/],
    ['Prüfung – Ω 你好.TXT', /^docs\/brochures\/pr-fung-[0-9a-f]{8}\.txt$/],
    ['你好.txt', /^docs\/brochures\/file-[0-9a-f]{8}\.txt$/],
    ['README', /^docs\/brochures\/readme-[0-9a-f]{8}\.txt$/],
    ['.htaccess', /^docs\/brochures\/file-[0-9a-f]{8}\.txt$/],
    [`${'long'.repeat(75)}.txt`, /^docs\/brochures\/(?:long){25}-[0-9a-f]{8}\.txt$/],
    [`a.${'e'.repeat(300)}`, /^docs\/brochures\/a-[0-9a-f]{8}\.txt$/],
    ['x.t-x_t', /^docs\/brochures\/x-[0-9a-f]{8}\.txt$/],
  ];
  for (const [name, stored] of cases) {
    test(`${JSON.stringify(name.slice(0, 30))} is stored as ${stored.source.slice(0, 50)}`, async () => {
      const before = new Set(await app.files('private'));
      const created = await app.upload(`${BROCHURES}/upload`, form({ documentFile: ['text', name] }));
      expect(created.status, created.text).toBe(201);
      const added = (await app.files('private')).filter((path) => !before.has(path));
      expect(added).toHaveLength(1);
      expect(added[0]).toMatch(stored);
    });
  }

  test('do not include a NUL from a raw header', async () => {
    const before = new Set(await app.files('private'));
    const response = await app.raw(`${BROCHURES}/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\nContent-Disposition: form-data; name="documentFile"; filename*=utf-8\'\'nul%00.txt\r\n\r\ntext\r\n--b--\r\n',
    });
    expect(response.status).toBe(201);
    const added = (await app.files('private')).filter((path) => !before.has(path));
    expect(added[0]).toMatch(/^docs\/brochures\/nul-[0-9a-f]{8}\.txt$/);
  });
});
