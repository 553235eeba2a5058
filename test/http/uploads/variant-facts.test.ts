import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifest as sampleManifest } from '../../../generated/manifest.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { offered } from './offered-name.js';
import type { UploadsApp } from './support.js';
import { form, mediaObjects, startUploadsApp, uploadField } from './support.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const IMAGES = '/component/images';
const INFO = 'imagine_cached_file_metadata';
const ADMIN = { as: 'admin' } as const;
const FORMATS = ['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'] as const;
const EXTENSIONS: Readonly<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif' };

const filters: Readonly<Record<string, JsonObject>> = {
  inset: { width: 50, height: 50, mode: 'inset' },
  narrow: { width: 33, mode: 'inset', format: 'webp' },
  low: { height: 17, mode: 'outbound', format: 'jpeg' },
  cropped: { width: 40, height: 40, mode: 'outbound', format: 'avif' },
  tall: { width: 10, height: 300, mode: 'outbound', format: 'png' },
  large: { width: 5000, height: 5000, mode: 'inset', format: 'webp' },
  whole: { format: 'webp' },
};

const manifest = {
  ...sampleManifest,
  resources: sampleManifest.resources.map((resource) =>
    resource.name === 'Image' ? { ...resource, fields: [field(Object.keys(filters))] } : resource,
  ),
};

function field(imagineFilters: readonly string[]) {
  const place = { name: 'file', column: 'filename', adapter: 'public', urlGenerator: 'public' } as const;
  return uploadField({ ...place, imagineFilters });
}

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({ manifest, config: { routable_security: null, image_filters: filters } });
});
afterAll(() => app?.close());

async function run(sql: string): Promise<void> {
  await app.app.get(UPLOADS).whenIdle();
  await app.app.database.transaction((session) => session.run(sql.replace(':info', session.table(INFO))));
}

async function upload(bytes: Buffer, name: string): Promise<string> {
  const created = await app.upload(`${IMAGES}/upload`, form({ file: [bytes, name] }));
  expect(created.status, created.text).toBe(201);
  return created.body['@id'];
}

const variantsOf = async (iri: string): Promise<readonly JsonObject[]> =>
  mediaObjects((await app.get(iri, ADMIN)).body).slice(1);

/** Turns rows and files of one picture into those of a release without names and extensions. */
async function makeEarlier(): Promise<string> {
  const { database } = app.app;
  const uploads = app.app.get(UPLOADS);
  const quoted = database.dialect.quote('filter');
  const rows = await database.all<{ path: string; filter: string; extension: string | null }>(
    `select t.path as path, t.${quoted} as ${quoted}, t.variant_extension as extension
from ${database.table(INFO)} t where t.${quoted} is not null`,
  );
  const store = uploads.stores.get('public');
  for (const { path, filter, extension } of rows) {
    if (extension === null) continue;
    const folder = `${app.config.imageCachePrefix}/${filter}/`;
    const made = `${folder}${path.slice(0, path.lastIndexOf('.'))}.${extension}`;
    expect(await store.copy(made, folder + path)).toBe(true);
    await store.remove(made);
  }
  await run('update :info set original_name = null, variant_extension = null');
  return rows[0]?.path ?? '';
}

function draw(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#7a3b10' } });
}

describe('the description of a variant', () => {
  test.each(FORMATS)(
    'of a picture in %s is known before it is created, except for its size',
    async (format) => {
      for (const [width, height] of [
        [101, 67],
        [40, 200],
        [3, 1],
        [1000, 3],
      ] as const) {
        const iri = await upload(await draw(width, height).toFormat(format).toBuffer(), 'a');
        const made = await variantsOf(iri);
        expect(made.map((one) => one['imagineFilter'])).toEqual(Object.keys(filters));
        await run(`delete from :info where ${app.app.database.dialect.quote('filter')} is not null`);
        const awaited = await variantsOf(iri);
        expect(awaited).toEqual(made.map((one) => ({ ...one, fileSize: -1, formattedFileSize: '' })));
        await app.app.get(UPLOADS).whenIdle();
        expect(await variantsOf(iri)).toEqual(made);
      }
    },
  );

  test('of a picture that is stored rotated is that of the upright one', async () => {
    const bytes = await draw(120, 60).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const iri = await upload(bytes, 'turned.jpg');
    await run(`delete from :info where ${app.app.database.dialect.quote('filter')} is not null`);
    const [inset] = await variantsOf(iri);
    expect(inset).toMatchObject({ width: 25, height: 50, fileSize: -1, mimeType: 'image/jpeg' });
    await app.app.get(UPLOADS).whenIdle();
    expect((await variantsOf(iri))[0]).toMatchObject({ width: 25, height: 50, mimeType: 'image/jpeg' });
  });
});

describe('a variant with a format', () => {
  test.each(FORMATS)('of a picture in %s is stored and served as that format', async (format) => {
    const own = EXTENSIONS[format] ?? format;
    const iri = await upload(await draw(90, 60).toFormat(format).toBuffer(), `Wide ${format}.${own}`);
    for (const { contentUrl, mimeType, imagineFilter } of await variantsOf(iri)) {
      const kept = String(filters[String(imagineFilter)]?.['format'] ?? format);
      const extension = EXTENSIONS[kept] ?? kept;
      expect(contentUrl).toMatch(
        new RegExp(`/media/cache/${String(imagineFilter)}/wide-${format}-[0-9a-f]{8}\\.${extension}$`),
      );
      const served = await app.fetchUrl(String(contentUrl));
      expect([served.status, served.headers.get('content-type')]).toEqual([200, mimeType]);
      expect(offered(served.headers)).toBe(`Wide ${format}.${extension}`);
      expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).format).toBe(
        kept === 'avif' ? 'heif' : kept,
      );
    }
  });

  test('keeps the extension of its file if that means the format', async () => {
    const iri = await upload(await draw(90, 60).jpeg().toBuffer(), 'Cliff.JPEG');
    const low = (await variantsOf(iri)).find((one) => one['imagineFilter'] === 'low');
    expect(low?.['contentUrl']).toMatch(/\/media\/cache\/low\/cliff-[0-9a-f]{8}\.jpeg$/);
  });

  test('leaves nothing behind when its file is deleted, with or without info rows', async () => {
    const kept = await app.files('public', 'variants');
    for (const forget of [false, true]) {
      const iri = await upload(await draw(90, 60).gif().toBuffer(), 'going.gif');
      if (forget) await run('delete from :info');
      expect((await app.delete(iri, ADMIN)).status).toBe(204);
      expect(await app.files('public', 'variants')).toEqual(kept);
    }
  });
});

describe('a file of an earlier release', () => {
  test('keeps its address, those of its variants, and the name of its path', async () => {
    const iri = await upload(await draw(90, 60).gif().toBuffer(), 'Old Ship.gif');
    const before = await variantsOf(iri);
    await makeEarlier();
    const after = await variantsOf(iri);
    expect(after.map(({ mimeType, width, fileSize }) => [mimeType, width, fileSize])).toEqual(
      before.map(({ mimeType, width, fileSize }) => [mimeType, width, fileSize]),
    );
    for (const { contentUrl, mimeType } of after) {
      expect(contentUrl).toMatch(/\/old-ship-[0-9a-f]{8}\.gif$/);
      const served = await app.fetchUrl(String(contentUrl));
      expect([served.status, served.headers.get('content-type')]).toEqual([200, mimeType]);
      expect(offered(served.headers)).toMatch(/^old-ship-[0-9a-f]{8}\.gif$/);
      const loaded = await app.get(`${iri}/download/file?filter=whole`, ADMIN);
      expect(loaded.headers.get('content-type')).toBe('image/webp');
    }
  });

  test('is copied for a draft with its variants, which keep their names, and all are deleted at the end', async () => {
    const kept = await app.files('public', 'variants');
    const iri = await upload(await draw(90, 60).gif().toBuffer(), 'Old Pier.gif');
    await makeEarlier();
    await app.patch(iri, { publishedAt: '2020-01-01T00:00:00Z' }, ADMIN);
    const draft = await app.patch(iri, { uiComponent: 'Other' }, ADMIN);
    expect(draft.body['@id']).not.toBe(iri);
    for (const { contentUrl } of mediaObjects(draft.body)) {
      expect(contentUrl).toMatch(/\/old-pier-[0-9a-f]{8}\.gif$/);
      expect((await app.fetchUrl(contentUrl)).status).toBe(200);
    }
    expect((await app.delete(draft.body['@id'], ADMIN)).status).toBe(204);
    expect((await app.delete(iri, ADMIN)).status).toBe(204);
    expect(await app.files('public', 'variants')).toEqual(kept);
  });

  test('restores all its variants without info rows', async () => {
    const kept = await app.files('public', 'variants');
    const iri = await upload(await draw(90, 60).gif().toBuffer(), 'Old Quay.gif');
    await makeEarlier();
    await run('delete from :info');
    expect((await app.delete(iri, ADMIN)).status).toBe(204);
    expect(await app.files('public', 'variants')).toEqual(kept);
  });

  test('passes the check of file information, before and after', async () => {
    await upload(await draw(90, 60).gif().toBuffer(), 'Old Lock.gif');
    const examine = async (): Promise<void> => {
      for await (const { name, differences } of app.app.doctor.examine({ limit: 20, repair: false }))
        expect([name, differences]).toEqual([name, []]);
    };
    await examine();
    await makeEarlier();
    await examine();
  });
});
