import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImageFilterChoice } from '../../../runtime/kernel/contract/features/extensions.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { SYSTEM_CLOCK } from '../../../runtime/kernel/ports/clock.js';
import { createMissingInfo } from '../../../runtime/features/uploads/variants/missing-info.js';
import type { UploadsApp } from './support.js';
import { errorLog, form, mediaObjects, picture, startUploadsApp, uploadField } from './support.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const BROCHURES = '/component/brochures';
const IMAGES = '/component/images';
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };

const banner: JsonObject = { width: 60, height: 20, mode: 'outbound' };
let choice: ImageFilterChoice = () => [];
const { log, errors } = errorLog();

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({
    log,
    config: {
      routable_security: null,
      image_filters: {
        thumbnail: { width: 500, height: 500, mode: 'inset' },
        square: { width: 80, height: 80, mode: 'outbound', format: 'webp' },
        banner,
      },
    },
    extensions: {
      imageFilters: {
        Brochure: (record, field) => choice(record, field),
        Image: (record, field) => choice(record, field),
      },
    },
  });
});
afterAll(() => app.close());

/** Returns `[filter, width]` of every media object of a document, and whether its file is missing. */
const shown = (document: JsonObject, field: string): (readonly unknown[])[] =>
  mediaObjects(document, field).map((one) => [
    ...[one['imagineFilter'], one['width']],
    ...(one['fileSize'] === -1 ? ['awaited'] : []),
  ]);

async function filesLike(word: string): Promise<string[]> {
  const all = [...(await app.files('public', 'variants')), ...(await app.files('private', 'variants'))];
  return all.filter((path) => path.includes(word));
}

describe('image filters selected at run time', () => {
  test('follow the declared ones, each once', async () => {
    choice = () => ['banner', 'thumbnail', 'banner'];
    const created = await app.upload(
      `${BROCHURES}/upload`,
      form({ cover: [await picture(900, 600), 'a.png'] }),
    );
    expect(created.status, created.text).toBe(201);
    expect(shown(created.body, 'cover')).toEqual([
      [undefined, 900],
      ['thumbnail', 500],
      ['square', 80],
      ['banner', 60, 'awaited'],
    ]);
  });

  test('are selected for each record and field', async () => {
    choice = ({ values }, { name }) =>
      name === 'cover' && values['uiComponent'] === 'Wide' ? ['banner'] : [];
    const parts = form({ cover: [await picture(90, 60), 'b.png'] });
    const created = await app.upload(`${BROCHURES}/upload`, parts);
    expect(shown(created.body, 'cover')).toHaveLength(3);
    const wide = await app.patch(created.body['@id'], { uiComponent: 'Wide' }, { as: 'admin' });
    expect(shown(wide.body, 'cover').at(-1)).toEqual(['banner', 60, 'awaited']);
    await app.app.get(UPLOADS).whenIdle();
    const read = await app.get(created.body['@id'], { as: 'admin' });
    expect(shown(read.body, 'cover').at(-1)).toEqual(['banner', 60]);
  });

  test('are created after the write and can be downloaded, unlike those that were not selected', async () => {
    choice = () => ['banner'];
    const parts = form({
      documentFile: ['text', 'b.txt'],
      cover: [await picture(300, 300), 'loadable.png'],
    });
    const created = await app.upload(`${BROCHURES}/upload`, parts);
    await app.patch(created.body['@id'], PUBLISHED, { as: 'admin' });
    await app.app.get(UPLOADS).whenIdle();
    const read = await app.get(created.body['@id']);
    const last = mediaObjects(read.body, 'cover').at(-1);
    expect(last).toMatchObject({ imagineFilter: 'banner', width: 60, height: 20, mimeType: 'image/png' });
    const variant = await app.fetchUrl(last?.contentUrl ?? '');
    expect([variant.status, variant.headers.get('content-type')]).toEqual([200, 'image/png']);
    choice = () => [];
    expect((await app.fetchUrl(last?.contentUrl ?? '')).status).toBe(404);
  });

  test('have public addresses below the cache prefix, served like the file', async () => {
    choice = () => ['banner'];
    const created = await app.upload(`${IMAGES}/upload`, form({ file: [await picture(100, 100), 'c.png'] }));
    await app.app.get(UPLOADS).whenIdle();
    const { contentUrl = '' } = mediaObjects(created.body).at(-1) ?? {};
    expect(contentUrl).toMatch(
      /^http:\/\/localhost:8000\/uploads\/media\/cache\/banner\/c-[0-9a-f]{8}\.png$/,
    );
    const served = await app.fetchUrl(contentUrl);
    expect([served.status, served.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
  });

  test('do not change files that are not pictures', async () => {
    choice = () => ['banner'];
    const created = await app.upload(`${BROCHURES}/upload`, form({ documentFile: ['text', 'plain.txt'] }));
    expect(shown(created.body, 'documentFile')).toEqual([[undefined, undefined]]);
  });

  test('are deleted with the file when it is replaced, cleared or deleted', async () => {
    choice = () => ['banner'];
    const upload = (path: string, name: string, bytes: Buffer) =>
      app.upload(`${path}/upload`, form({ cover: [bytes, name] }));
    const bytes = await picture(100, 100);
    const created = await upload(BROCHURES, 'first.png', bytes);
    await app.app.get(UPLOADS).whenIdle();
    expect(await filesLike('/first-')).toHaveLength(3);
    const iri = String(created.body['@id']).replace(app.config.apiPrefix, '');
    await upload(iri, 'second.png', bytes);
    await app.app.get(UPLOADS).whenIdle();
    expect([await filesLike('first-'), (await filesLike('second-')).length]).toEqual([[], 4]);
    await app.patch(created.body['@id'], { cover: null }, { as: 'admin' });
    expect(await filesLike('second-')).toEqual([]);
    await upload(iri, 'third.png', bytes);
    await app.app.get(UPLOADS).whenIdle();
    expect(await filesLike('third-')).toHaveLength(4);
    await app.delete(created.body['@id'], { as: 'admin' });
    await app.app.get(UPLOADS).whenIdle();
    expect(await filesLike('third-')).toEqual([]);
  });

  test('leave nothing behind if the file is deleted while they are created', async () => {
    choice = () => [];
    const bytes = await picture(100, 100);
    const created = await app.upload(`${BROCHURES}/upload`, form({ cover: [bytes, 'hasty.png'] }));
    expect(created.status, created.text).toBe(201);
    const path = (await filesLike('hasty-')).find((one) => !one.includes('/')) ?? '';
    const { database, writeOutOfBand } = app.app;
    const uploads = app.app.get(UPLOADS);
    const storage = uploads.stores.get('private');
    let made: Promise<void> | undefined;
    const missing = createMissingInfo({
      ...uploads,
      database,
      writeOutOfBand,
      clock: SYSTEM_CLOCK,
      config: app.config,
      background: { add: (_key, work) => void (made = work()), whenIdle: async () => undefined },
      stores: {
        ...uploads.stores,
        get: () => ({
          ...storage,
          async write(...file) {
            await uploads.files.remove({ adapter: 'private', path });
            await storage.write(...file);
          },
        }),
      },
    });
    missing.request(uploadField({ name: 'cover', column: 'cover_path' }), path, {
      isDescribed: true,
      filters: ['banner'],
    });
    await made;
    expect(await filesLike('hasty-')).toEqual([]);
    const rows = await database.all(
      `select path from ${database.table('imagine_cached_file_metadata')} where path = :path`,
      { path },
    );
    expect(rows).toEqual([]);
  });

  test('are copied with the file for a draft', async () => {
    choice = () => ['banner'];
    const created = await app.upload(
      `${IMAGES}/upload`,
      form({ file: [await picture(700, 70), 'pair.png'] }),
    );
    await app.patch(created.body['@id'], PUBLISHED, { as: 'admin' });
    await app.app.get(UPLOADS).whenIdle();
    const draft = await app.patch(created.body['@id'], { uiComponent: 'New' }, { as: 'admin' });
    expect(draft.body['@id']).not.toBe(created.body['@id']);
    expect(shown(draft.body, 'file')).toEqual([
      [undefined, 700],
      ['thumbnail', 500],
      ['banner', 60],
    ]);
    expect((await filesLike('/pair-')).filter((path) => path.includes('banner'))).toHaveLength(2);
  });

  test('that are missing in image_filters are logged once and skipped', async () => {
    errors.length = 0;
    choice = () => ['baner', 'banner', '../../x', 'toString'];
    const created = await app.upload(
      `${BROCHURES}/upload`,
      form({ cover: [await picture(90, 90), 'd.png'] }),
    );
    const read = await app.get(created.body['@id'], { as: 'admin' });
    expect(shown(read.body, 'cover').map(([filter]) => filter)).toEqual([
      undefined,
      'thumbnail',
      'square',
      'banner',
    ]);
    expect(errors.map(({ filter }) => filter)).toEqual(['baner', '../../x', 'toString']);
    expect(
      (await app.get(`${created.body['@id']}/download/cover?filter=baner`, { as: 'admin' })).status,
    ).toBe(404);
  });

  test('do not affect readers if selecting them fails', async () => {
    errors.length = 0;
    choice = () => {
      throw new Error('no choice');
    };
    const created = await app.upload(
      `${BROCHURES}/upload`,
      form({ cover: [await picture(90, 90), 'e.png'] }),
    );
    expect(created.status, created.text).toBe(201);
    expect(shown(created.body, 'cover')).toHaveLength(3);
    expect(errors[0]).toMatchObject({ msg: 'extensions.imageFilters.Brochure failed', field: 'cover' });
  });
});
