import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredDocument } from '../../support/builders.js';
import type { UploadsApp } from './support.js';
import { dataUri, form, mediaObjects, picture, startUploadsApp } from './support.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const IMAGES = '/component/images';
const BROCHURES = '/component/brochures';
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({ config: { routable_security: null } });
});
afterAll(() => app.close());

async function infoRows(): Promise<number> {
  const { database } = app.app;
  const rows = await database.all(
    `select f.id as id from ${database.table('imagine_cached_file_metadata')} f`,
  );
  return rows.length;
}

describe('simultaneous writes of one field', () => {
  test('leave the file of the last one, its variant and nothing else', async () => {
    const created = await app.create(IMAGES, {
      file: dataUri('image/png', await picture(20, 20)),
      ...PUBLISHED,
    });
    const rows = await infoRows();
    const before = (await app.files('public', 'variants')).length;
    const sizes = [30, 31, 32, 33, 34, 35];
    const statuses = await Promise.all(
      sizes.map(async (side, index) => {
        const bytes = await picture(side, side);
        const answer =
          index % 2 === 0
            ? await app.upload(
                `${created['@id']}/upload?published=true`,
                form({ file: [bytes, 'at-once.png'] }),
              )
            : await app.patch(
                `${created['@id']}?published=true`,
                { file: dataUri('image/png', bytes) },
                { as: 'admin' },
              );
        return answer.status;
      }),
    );
    for (const status of statuses) expect([200, 201]).toContain(status);
    const [original, variant] = mediaObjects((await app.get(created['@id'])).body);
    expect(sizes).toContain(original?.['width']);
    for (const one of [original, variant])
      expect((await app.fetchUrl(one?.contentUrl ?? '')).status).toBe(200);
    expect(await app.files('public', 'variants')).toHaveLength(before);
    expect(await infoRows()).toBe(rows);
  });

  test('with a deletion of the record leave no file', async () => {
    const before = await app.files('public', 'variants');
    const rows = await infoRows();
    for (let round = 0; round < 5; round += 1) {
      const created = await app.create(IMAGES, {
        file: dataUri('image/png', await picture(20, 20)),
        ...PUBLISHED,
      });
      const bytes = await picture(30, 30);
      const [replaced, deleted] = await Promise.all([
        app.upload(`${created['@id']}/upload?published=true`, form({ file: [bytes, 'late.png'] })),
        app.delete(`${created['@id']}?published=true`, { as: 'admin' }),
      ]);
      expect([201, 404]).toContain(replaced.status);
      expect(deleted.status).toBe(204);
    }
    await app.app.get(UPLOADS).whenIdle();
    expect(await app.files('public', 'variants')).toEqual(before);
    expect(await infoRows()).toBe(rows);
  });
});

describe('a file that is deleted while it is read', () => {
  test('is complete if the response had begun', async () => {
    const content = Buffer.alloc(3_000_000, 'content ');
    const image = { ...PUBLISHED, file: dataUri('image/png', await picture(20, 20)) };
    const created = await app.create(IMAGES, image);
    const brochure = await app.upload(
      `${IMAGES}/upload`,
      form({ file: [await withTail(content), 'large.png'] }),
    );
    expect(brochure.status, brochure.text).toBe(201);
    await app.patch(brochure.body['@id'], PUBLISHED, { as: 'admin' });
    const request = get(`${app.origin}${brochure.body['@id']}/download/file`);
    const [response] = (await once(request, 'response')) as [IncomingMessage]; // the only argument of the event
    expect((await app.delete(brochure.body['@id'], { as: 'admin' })).status).toBe(204);
    const received = await buffer(response);
    expect(received.length).toBe(Number(response.headers['content-length']));
    expect((await app.get(`${brochure.body['@id']}/download/file`)).status).toBe(404);
    expect((await app.get(`${created['@id']}/download/file`)).status).toBe(200);
  });

  /** A picture followed by bytes that decoders ignore. */
  const withTail = async (tail: Buffer): Promise<Buffer> => Buffer.concat([await picture(20, 20), tail]);

  test('is either found or 404, whenever it is deleted', async () => {
    const bytes = await picture(20, 20);
    const seen = new Set<number>();
    for (let round = 0; round < 15; round += 1) {
      const created = await app.create(IMAGES, { file: dataUri('image/png', bytes), ...PUBLISHED });
      const open = mediaObjects(created)[0]?.contentUrl ?? '';
      const download = `http://x${created['@id']}/download/file`;
      const reads = Array.from({ length: 12 }, (_, index) =>
        app.fetchUrl(index % 2 === 0 ? open : download, { method: index % 3 === 0 ? 'HEAD' : 'GET' }),
      );
      const [, ...answers] = await Promise.all([
        app.delete(created['@id'], { as: 'admin' }),
        ...reads.map(async (read) => (await read).status),
      ]);
      for (const status of answers) seen.add(status);
    }
    expect([...seen].filter((status) => status !== 200 && status !== 404)).toEqual([]);
  });
});

describe('a file that is not public', () => {
  let hidden: UploadsApp;
  let brochure: StoredDocument;
  beforeAll(async () => {
    hidden = await startUploadsApp({ config: { routable_security: "is_granted('ROLE_SUPER_ADMIN')" } });
    const { createBuilders } = await import('../../support/builders.js');
    const { aPage, aGroup, aPosition } = createBuilders({
      create: (path, body) => hidden.create(path, body, 'superAdmin'),
    });
    const files = { documentFile: 'data:,secret', cover: dataUri('image/png', await picture(600, 600)) };
    brochure = await hidden.create(BROCHURES, { ...files, ...PUBLISHED }, 'superAdmin');
    const group = await aGroup({ pages: [(await aPage())['@id']] });
    await aPosition(group, { component: brochure['@id'] });
  });
  afterAll(() => hidden.close());

  test.each([
    'documentFile',
    'document_file',
    'cover',
    'cover?filter=thumbnail',
    'cover?filter=square&download=true',
  ])(
    'download/%s requires the same permission as the record, whatever the method and headers',
    async (address) => {
      const path = `${brochure['@id']}/download/${address}`;
      for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-none-match': '*' }]) {
        const visitor = await hidden.get(path, { headers });
        expect(visitor.status).toBe(401);
        expect(visitor.text).not.toContain('secret');
        expect(visitor.headers.get('cache-control')).not.toContain('public');
        expect((await hidden.get(path, { headers, as: 'admin' })).status).toBe(403);
        const shown = await hidden.get(path, { headers, as: 'superAdmin' });
        expect([200, 206, 304]).toContain(shown.status);
        expect(shown.headers.get('cache-control')).toBe('private, no-store');
      }
      expect((await hidden.fetchUrl(`http://x${path}`, { method: 'HEAD' })).status).toBe(401);
      const head = await hidden.raw(path, { method: 'HEAD' });
      expect([head.status, head.headers.get('cache-control')]).toEqual([403, 'private, no-store']);
    },
  );

  test('is hidden in a draft and before its publication date', async () => {
    const draft = await app.create(BROCHURES, { documentFile: 'data:,secret' });
    const path = `${draft['@id']}/download/documentFile`;
    expect((await app.get(path)).status).toBe(404);
    expect((await app.fetchUrl(`http://x${path}`, { method: 'HEAD' })).status).toBe(404);
    await app.patch(draft['@id'], { publishedAt: '2999-01-01T00:00:00Z' }, { as: 'admin' });
    expect((await app.get(path)).status).toBe(404);
    await app.patch(draft['@id'], { publishedAt: 'now' }, { as: 'admin' });
    const shown = await app.get(path);
    expect([shown.status, shown.text]).toEqual([200, 'secret']);
    expect(shown.headers.get('cache-control')).toContain('public');
  });

  test('stays that of the published row for visitors while a draft has another one', async () => {
    const created = await app.create(BROCHURES, { documentFile: 'data:,first', ...PUBLISHED });
    const path = `${created['@id']}/download/documentFile`;
    const draft = await app.patch(created['@id'], { documentFile: 'data:,second' }, { as: 'admin' });
    expect((await app.get(path)).text).toBe('first');
    expect((await app.get(`${draft.body['@id']}/download/documentFile`)).status).toBe(404);
    const editor = await app.get(path, { as: 'admin' });
    expect([editor.text, editor.headers.get('cache-control')]).toEqual(['second', 'private, no-store']);
    expect((await app.get(`${path}?published=true`, { as: 'admin' })).text).toBe('first');
  });
});
