import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createS3Storage, type S3StorageOptions } from '../../../runtime/adapters/storage/s3.js';
import { StorageUnavailable } from '../../../runtime/kernel/errors/storage-unavailable.js';
import type { FileStorage } from '../../../runtime/kernel/ports/file-storage.js';
import type { Bucket } from './bucket.js';
import { startBucket } from './bucket.js';
import type { UploadsApp } from './support.js';
import { form, mediaObjects, picture, startUploadsApp } from './support.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const BROCHURES = '/component/brochures';
const IMAGES = '/component/images';

let bucket: Bucket;
let app: UploadsApp;

beforeAll(async () => {
  bucket = await startBucket();
  app = await startUploadsApp(bucket.options);
});
afterAll(async () => {
  await app?.close();
  await bucket?.close();
});

const storage = (alias: 'public' | 'private'): FileStorage => app.app.get(UPLOADS).stores.get(alias);

async function paths(alias: 'public' | 'private', prefix = ''): Promise<string[]> {
  const found: string[] = [];
  for await (const { path } of storage(alias).list(prefix)) found.push(path);
  return found.sort();
}

describe('an S3-compatible filesystem', () => {
  test('stores files and variants under its prefix and returns their public address', async () => {
    const bytes = await picture(700, 350);
    const created = await app.upload(`${IMAGES}/upload`, form({ file: [bytes, 'Sea View.png'] }));
    expect(created.status, created.text).toBe(201);
    const [original, thumbnail] = mediaObjects(created.body);
    expect(original?.contentUrl).toMatch(new RegExp(`^${bucket.publicUrl}/sea-view-[0-9a-f]{8}\\.png$`));
    expect(thumbnail).toMatchObject({ width: 500, height: 250, mimeType: 'image/png' });
    expect(await paths('public', 'sea-')).toHaveLength(1);
    expect(await paths('public', `${app.config.imageCachePrefix}/thumbnail/sea-`)).toHaveLength(1);
    expect((await storage('public').stat((await paths('public', 'sea-'))[0] ?? ''))?.size).toBe(bytes.length);
  });

  test('serves the file at a signed address, and 404 at the same address without signature', async () => {
    await app.upload(`${BROCHURES}/upload`, form({ documentFile: ['signed', 'contract.txt'] }));
    const [path = ''] = await paths('private', 'docs/brochures/contract-');
    const url = (await storage('private').temporaryUrl(path, 60)) ?? '';
    expect(url).toContain('X-Amz-Expires=60');
    expect(await (await fetch(url)).text()).toBe('signed');
    expect(storage('private').publicUrl(path)).toBeUndefined();
  });

  test('streams downloads from the bucket, with ranges', async () => {
    const created = await app.upload(
      `${BROCHURES}/upload`,
      form({ documentFile: ['0123456789', 'digits.txt'] }),
    );
    const path = `${created.body['@id']}/download/documentFile`;
    expect((await app.get(path, { as: 'admin' })).text).toBe('0123456789');
    const part = await app.get(path, { as: 'admin', headers: { range: 'bytes=3-4' } });
    expect([part.status, part.text]).toEqual([206, '34']);
  });

  test('returns files of several parts unchanged', async () => {
    const bytes = Buffer.alloc(18 * 1024 * 1024, 'abcdefghij');
    async function* chunks(): AsyncGenerator<Buffer> {
      for (let start = 0; start < bytes.length; start += 1_000_000)
        yield bytes.subarray(start, start + 1_000_000);
    }
    const { Readable } = await import('node:stream');
    await storage('private').write('large/file.bin', Readable.from(chunks()), {
      mediaType: 'application/octet-stream',
      name: 'file.bin',
    });
    expect((await storage('private').stat('large/file.bin'))?.size).toBe(bytes.length);
    const tail = await storage('private').read('large/file.bin', {
      start: bytes.length - 4,
      end: bytes.length - 1,
    });
    expect(Buffer.concat(await tail.toArray()).toString()).toBe(bytes.subarray(-4).toString());
    await storage('private').remove('large/file.bin');
    expect(await storage('private').stat('large/file.bin')).toBeUndefined();
  });

  test('deletes replaced, rejected and deleted files from the bucket', async () => {
    const published = { publishedAt: '2020-01-01T00:00:00Z' };
    const created = await app.upload(`${IMAGES}/upload`, form({ file: [await picture(30, 30), 'one.png'] }));
    const iri = created.body['@id'];
    await app.patch(iri, published, { as: 'admin' });
    const draft = await app.patch(iri, { uiComponent: 'Draft' }, { as: 'admin' });
    expect(draft.status, draft.text).toBe(200);
    expect(await paths('public', 'one-')).toHaveLength(2);
    const merged = await app.patch(draft.body['@id'], { publishedAt: 'now' }, { as: 'admin' });
    expect(merged.body['@id']).toBe(iri);
    expect(await paths('public', 'one-')).toHaveLength(1);
    const refused = await app.upload(`${IMAGES}/upload`, form({ file: ['no picture', 'two.png'] }));
    expect(refused.status).toBe(422);
    expect(await paths('public', 'two-')).toEqual([]);
    expect((await app.delete(iri, { as: 'admin' })).status).toBe(204);
    expect(await paths('public', 'one-')).toEqual([]);
    expect(await paths('public', `${app.config.imageCachePrefix}/thumbnail/one-`)).toEqual([]);
  });

  test('stores files that could run scripts as downloads', async () => {
    const created = await app.upload(
      `${BROCHURES}/upload`,
      form({ documentFile: ['<html></html>', 'a.html'] }),
    );
    expect(created.status, created.text).toBe(201);
    const [path = ''] = await paths('private', 'docs/brochures/a-');
    const response = await fetch((await storage('private').temporaryUrl(path, 60)) ?? '');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=a.html');
  });

  test('does not report a missing file as an error', async () => {
    expect(await storage('public').copy('gone.png', 'copy.png')).toBe(false);
    await storage('public').remove('gone.png');
    await expect(storage('public').read('gone.png')).rejects.toThrow();
    await expect(storage('public').stat('../escape')).rejects.toThrow('Not a path');
  });

  test.each([
    ['does not exist', { bucket: 'nothing' }, 'bucket "nothing" does not answer: '],
    [
      'is unavailable',
      { endpoint: 'http://127.0.0.1:1' },
      'bucket "files" does not answer: connect ECONNREFUSED',
    ],
  ])('that %s is reported with what to do', async (_name, given, message) => {
    const options = app.config.filesystems.public as S3StorageOptions; // it is one in these tests
    const away = createS3Storage({ ...options, ...given });
    const error: unknown = await away
      .list('')
      [Symbol.asyncIterator]()
      .next()
      .catch((thrown: unknown) => thrown);
    await away.close();
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(String(error)).toContain(message);
    expect(String(error)).toContain('under filesystems in the configuration');
  });
});
