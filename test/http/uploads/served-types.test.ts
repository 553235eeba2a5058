import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archive, zip } from './archives.js';
import type { UploadsApp } from './support.js';
import { form, mediaObjects, startUploadsApp, uploadField, uploadManifest } from './support.js';

const IMAGES = '/component/images';
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const SCRIPT = '<script>alert(1)</script>';

/** Images that accept any file. */
const manifest = {
  ...uploadManifest,
  resources: uploadManifest.resources.map((resource) =>
    resource.name === 'Image'
      ? {
          ...resource,
          fields: [
            uploadField({ name: 'file', column: 'filename', adapter: 'public', urlGenerator: 'public' }),
          ],
        }
      : resource,
  ),
};

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({ manifest, config: { routable_security: null } });
});
afterAll(() => app.close());

interface Served {
  readonly download: string;
  readonly open: string;
}

/** Publishes a file and returns its two addresses. */
async function publish(content: Uint8Array | string, name: string): Promise<Served> {
  const created = await app.upload(`${IMAGES}/upload`, form({ file: [content, name] }));
  expect(created.status, created.text).toBe(201);
  await app.patch(created.body['@id'], { publishedAt: '2020-01-01T00:00:00Z' }, { as: 'admin' });
  const open = mediaObjects(created.body)[0]?.contentUrl ?? '';
  return { download: `http://x${created.body['@id']}/download/file`, open };
}

const utf16 = (text: string, mark = '\ufeff'): Buffer => Buffer.from(mark + text, 'utf16le');

/** Creates an ISO base media container with a brand. */
const isoMedia = (brand: string): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from(`ftyp${brand}\0\0\0\0${brand}mif1`, 'latin1'),
    Buffer.alloc(200),
  ]);

const OFFICE = ['docProps/app.xml', 'docProps/core.xml'];
const LATE = '[Content_Types].xml';
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Creates an archive whose last record points elsewhere. */
function misled(change: (end: Buffer) => void): Buffer {
  const bytes = archive([...OFFICE, 'word/document.xml', LATE]);
  change(bytes.subarray(-22));
  return bytes;
}

/** The format of Office files before they became archives. */
const COMPOUND = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);

type Case = readonly [
  what: string,
  content: () => Uint8Array | string | Promise<Uint8Array>,
  name: string,
  type: RegExp,
  isInline: boolean,
];

const pixels = sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } });
const cases: readonly Case[] = [
  ['WebP', () => pixels.clone().webp().toBuffer(), 'a.png', /^image\/webp$/, true],
  ['AVIF', () => pixels.clone().avif().toBuffer(), 'a.avif', /^image\/avif$/, true],
  [
    'a GIF that is a script too',
    () => Buffer.from('GIF89a/*\x01\x00\x01\x00*/=1;alert(1)//', 'latin1'),
    'a.js',
    /^image\/gif$/,
    true,
  ],
  ['MP4', () => isoMedia('isom'), 'a.html', /^video\/mp4$/, true],
  ['PDF', () => `%PDF-1.7\n${SCRIPT}`, 'a.html', /^application\/pdf$/, true],
  ['plain text', () => `Nothing here is markup: 1 < 2.`, 'a.txt', /^text\/plain; charset=utf-8$/, true],
  ['a zip archive', () => zip('page.html', SCRIPT), 'a.png', /^application\/zip$/, false],
  [
    'a Word document',
    () => zip('word/document.xml', '<w/>'),
    'a.docx',
    /^application\/(?:zip|vnd\.openxml)/,
    false,
  ],
  [
    'a document that names its types last',
    () => archive([...OFFICE, 'word/document.xml', LATE]),
    'a.docx',
    /^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document$/,
    false,
  ],
  [
    'a sheet behind a comment of its archive',
    () => archive([...OFFICE, 'xl/workbook.xml', LATE], 'made by hand'),
    'a.png',
    /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet$/,
    false,
  ],
  [
    'slides with macros',
    () => archive([...OFFICE, 'ppt/presentation.xml', 'ppt/vbaProject.bin', LATE]),
    'a.pptx',
    /^application\/vnd\.ms-powerpoint\.presentation\.macroenabled\.12$/,
    false,
  ],
  [
    'an archive that only has a folder like a document',
    () => archive(['a/x', 'word/document.xml']),
    'a.docx',
    /^application\/zip$/,
    false,
  ],
  [
    'an archive whose directory is said to be elsewhere',
    () => misled((end) => end.writeUInt32LE(0xffff_fff0, 16)),
    'a.docx',
    /^application\/zip$/,
    false,
  ],
  [
    'an archive whose directory is said to be endless',
    () => misled((end) => end.writeUInt32LE(0xffff_ffff, 12)),
    'a.docx',
    /^application\/zip$/,
    false,
  ],
  [
    'an archive whose directory is said to be empty',
    () => misled((end) => end.writeUInt32LE(0, 12)),
    'a.docx',
    /^application\/zip$/,
    false,
  ],
  ['a document of an earlier Word', () => COMPOUND, 'a.DOC', /^application\/msword$/, false],
  ['a table of an earlier Excel', () => COMPOUND, 'a.xls', /^application\/vnd\.ms-excel$/, false],
  ['a compound file that calls itself a page', () => COMPOUND, 'a.html', /^application\/x-cfb$/, false],
  ['text in Latin-1', () => latin1('Gr\xfc\xdfe aus K\xf6ln'), 'a.txt', /^text\/plain; charset=utf-8$/, true],
  [
    'a table in Latin-1',
    () => latin1('Stra\xdfe;Ort\n'.repeat(900)),
    'a.csv',
    /^text\/csv; charset=utf-8$/,
    false,
  ],
  [
    'bytes that are not text',
    () => latin1('\xfc\x00\x01\xdf'),
    'a.txt',
    /^application\/octet-stream$/,
    false,
  ],
  ['HTML in Latin-1', () => latin1(`<html>\xfc${SCRIPT}`), 'a.txt', /^text\/html; charset=utf-8$/, false],
  [
    'an SVG behind a long comment',
    () => `<?xml version="1.0"?>\n<!--${'x'.repeat(9_000)}-->\n<svg xmlns="http://www.w3.org/2000/svg"/>`,
    'a.svg',
    /^image\/svg\+xml$/,
    true,
  ],
  [
    'an SVG behind many comments',
    () => `${'<!-- -->'.repeat(60_000)}<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`,
    'a.png',
    /^image\/svg\+xml$/,
    true,
  ],
  [
    'HTML behind a long comment',
    () => `<!--${'x'.repeat(9_000)}--><script>alert(1)</script>`,
    'a.svg',
    /^text\/html; charset=utf-8$/,
    false,
  ],
  [
    'a comment without an end',
    () => `<!--${'x'.repeat(1_200_000)}`,
    'a.svg',
    /^text\/html; charset=utf-8$/,
    false,
  ],
  ['HTML in UTF-16', () => utf16(`<html>${SCRIPT}`), 'a.png', /^text\/html; charset=utf-8$/, false],
  [
    'HTML in UTF-16 without a mark',
    () => utf16(`<html>${SCRIPT}`, ''),
    'a.txt',
    /^application\/octet-stream$/,
    false,
  ],
  [
    'HTML in UTF-7',
    () => '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
    'a.txt',
    /^text\/plain; charset=utf-8$/,
    true,
  ],
  [
    'HTML after a comment',
    () => `<!-- x -->\n<html>${SCRIPT}`,
    'a.png',
    /^text\/html; charset=utf-8$/,
    false,
  ],
  [
    'HTML after 5,000 spaces',
    () => `${' '.repeat(5000)}<html>${SCRIPT}`,
    'a.html',
    /^text\/html; charset=utf-8$/,
    false,
  ],
  [
    'HTML after a byte order mark',
    () => `\ufeff<html>${SCRIPT}`,
    'a.txt',
    /^text\/html; charset=utf-8$/,
    false,
  ],
  [
    'XML with a style sheet',
    () => '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><feed/>',
    'a.txt',
    /^application\/xml$/,
    false,
  ],
  [
    'XML in UTF-16',
    () => utf16('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'),
    'a.png',
    /^application\/xhtml\+xml$/,
    false,
  ],
  [
    'SVG with a script',
    () => `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`,
    'a.png',
    /^image\/svg\+xml$/,
    true,
  ],
  [
    'an MHTML archive',
    () => 'MIME-Version: 1.0\nContent-Type: multipart/related\n',
    'a.mht',
    /^(?:text\/plain; charset=utf-8|message\/rfc822)$/,
    true,
  ],
  [
    'a web application manifest',
    () => 'CACHE MANIFEST\n*',
    'a.appcache',
    /^text\/cache-manifest; charset=utf-8$/,
    false,
  ],
];

describe('every address of a file', () => {
  test.for(cases)(
    'serves %s with headers that prevent scripts',
    async ([, content, name, type, isInline]) => {
      const { download, open } = await publish(await content(), name);
      for (const url of [download, open]) {
        for (const init of [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-3' } }]) {
          const { status, headers } = await app.fetchUrl(url, init);
          expect([200, 206]).toContain(status);
          expect(headers.get('content-type')).toMatch(type);
          expect(headers.get('x-content-type-options')).toBe('nosniff');
          expect(headers.get('content-disposition')).toMatch(isInline ? /^inline; / : /^attachment; /);
          const isHarmless = isInline && !type.test('image/svg+xml');
          expect(headers.get('content-security-policy')).toBe(isHarmless ? null : SANDBOX);
        }
        const offered = await app.fetchUrl(`${url}?download=true`, { method: 'HEAD' });
        expect(offered.headers.get('content-disposition')).toMatch(/^attachment; /);
        expect(offered.headers.get('x-content-type-options')).toBe('nosniff');
      }
    },
  );

  test('handles ranges and conditions the same way', async () => {
    const { download, open } = await publish('0123456789', 'digits.txt');
    for (const url of [download, open]) {
      const ask = async (headers: Record<string, string>, method = 'GET') => {
        const response = await app.fetchUrl(url, { method, headers });
        return [response.status, await response.text(), response.headers.get('content-range')];
      };
      expect(await ask({ range: 'bytes=-3' })).toEqual([206, '789', 'bytes 7-9/10']);
      expect(await ask({ range: 'bytes=-99' })).toEqual([206, '0123456789', 'bytes 0-9/10']);
      expect(await ask({ range: 'bytes=-0' })).toEqual([416, expect.anything(), 'bytes */10']);
      expect(await ask({ range: 'bytes=99-' })).toEqual([416, expect.anything(), 'bytes */10']);
      for (const range of [
        'bytes=5-2',
        'bytes=0-1,3-4',
        'bytes=a-b',
        'bytes=-',
        'bytes',
        `bytes=${'9'.repeat(400)}-`,
      ]) {
        expect(await ask({ range })).toEqual([200, '0123456789', null]);
      }
      const first = await app.fetchUrl(url);
      const etag = first.headers.get('etag') ?? '';
      const modified = first.headers.get('last-modified') ?? '';
      const range = 'bytes=0-0';
      expect(await ask({ range, 'if-range': etag })).toEqual([206, '0', 'bytes 0-0/10']);
      expect(await ask({ range, 'if-range': modified })).toEqual([206, '0', 'bytes 0-0/10']);
      for (const other of [`W/${etag}`, '"other"', 'Thu, 01 Jan 1970 00:00:00 GMT', 'nonsense']) {
        expect(await ask({ range, 'if-range': other })).toEqual([200, '0123456789', null]);
      }
      expect(await ask({ 'if-none-match': `"a", W/${etag}` })).toEqual([304, '', null]);
      expect(await ask({ 'if-none-match': '*' }, 'HEAD')).toEqual([304, '', null]);
      expect(await ask({ 'if-none-match': '"a"', 'if-modified-since': modified })).toEqual([
        200,
        '0123456789',
        null,
      ]);
      expect(await ask({ 'if-modified-since': 'nonsense' })).toEqual([200, '0123456789', null]);
    }
  });

  test('serves an empty file, including its ranges', async () => {
    const { download, open } = await publish('', 'empty.txt');
    for (const url of [download, open]) {
      const whole = await app.fetchUrl(url);
      expect([whole.status, await whole.text(), whole.headers.get('content-length')]).toEqual([200, '', '0']);
      expect((await app.fetchUrl(url, { headers: { range: 'bytes=0-' } })).status).toBe(416);
    }
  });
});

describe('addresses without a file', () => {
  test.each([
    '/uploads/../package.json',
    '/uploads/%2e%2e%2fprivate/x',
    '/uploads/..%5c..%5cetc%5cpasswd',
    '/uploads//etc/passwd',
    '/uploads/%2fetc%2fpasswd',
    '/uploads/%252e%252e%252fpasswd',
    '/uploads/./x',
    '/uploads/media',
    '/uploads/media/cache',
    '/uploads/%00',
    '/uploads/%c0%ae%c0%ae/x',
    `/uploads/${'a'.repeat(5000)}`,
    `/uploads/${'a/'.repeat(2500)}a`,
    '/uploads',
    '/uploads?x',
  ])('include %s, which results in 404', async (path) => {
    await publish('present', 'present.txt');
    const { status, text } = await rawGet(path);
    expect([status, text]).not.toContain('present');
    expect(status).toBe(404);
  });

  test.each([
    '..%2ffile',
    '%2e%2e',
    'file%00',
    'file%5c..',
    'FILE',
    '__proto__',
    'filename',
    'constructor',
    'file%2f..%2ffile',
  ])('include download/%s, which is not a field', async (segment) => {
    const { download } = await publish('present', 'present.txt');
    const { status } = await rawGet(new URL(download).pathname.replace(/file$/, segment));
    expect([400, 404, 405]).toContain(status);
  });
});

/** Sends a path without the normalization of clients. */
function rawGet(path: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.origin);
    request({ hostname, port, path }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
    })
      .on('error', reject)
      .end();
  });
}
