import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UploadsApp } from './support.js';
import { dataUri, form, mediaObjects, picture, startUploadsApp } from './support.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const IMAGES = '/component/images';
const BROCHURES = '/component/brochures';
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}';
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp();
});
afterAll(() => app.close());

describe('an upload field in a JSON body', () => {
  test('stores a base64 data URI under a UUID with the extension of its type', async () => {
    const bytes = await picture(600, 300, 'jpeg');
    const created = await app.create(IMAGES, { file: dataUri('image/jpeg', bytes) });
    const [original, thumbnail] = mediaObjects(created);
    expect(original?.contentUrl).toMatch(new RegExp(`/uploads/${UUID}\\.(?:jpg|jpeg)$`));
    expect(original).toMatchObject({
      fileSize: bytes.length,
      mimeType: 'image/jpeg',
      width: 600,
      height: 300,
    });
    expect(thumbnail).toMatchObject({ width: 500, height: 250, mimeType: 'image/jpeg' });
    expect(created).not.toHaveProperty('file');
    expect(created).not.toHaveProperty('filename');
  });

  test('reads a data URI without base64 as text', async () => {
    const created = await app.create(BROCHURES, { documentFile: 'data:text/plain,Gr%C3%BC%C3%9Fe%20dich' });
    expect(mediaObjects(created, 'documentFile')[0]).toMatchObject({ mimeType: 'text/plain', fileSize: 12 });
    const download = await app.get(`${created['@id']}/download/document_file`, { as: 'admin' });
    expect(download.text).toBe('Grüße dich');
  });

  test('derives the extension of bare base64 from the content', async () => {
    const created = await app.create(IMAGES, { file: (await picture(10, 10)).toString('base64') });
    expect(mediaObjects(created)[0]?.contentUrl).toMatch(new RegExp(`/uploads/${UUID}\\.png$`));
    const unknown = await app.create(BROCHURES, {
      documentFile: Buffer.from([1, 2, 3, 0, 255]).toString('base64'),
    });
    const path = (await app.files('private')).find((one) => one.endsWith('.bin'));
    expect(path).toMatch(new RegExp(`^docs/brochures/${UUID}\\.bin$`));
    expect(mediaObjects(unknown, 'documentFile')[0]).toMatchObject({ mimeType: 'application/octet-stream' });
  });

  test.each([
    ['text that is not base64', 'not base64!'],
    ['base64 of the wrong length', 'abcde'],
    ['a data URI without a comma', 'data:image/png;base64'],
    ['a data URI with broken base64', 'data:image/png;base64,@@@@'],
    ['a data URI with an invalid escape sequence', 'data:text/plain,%E0%A4%A'],
    ['an unknown token', 'upload:00000000-0000-4000-8000-000000000000'],
    ['a list', ['data:,x']],
    ['a number', 7],
    ['an object', {}],
  ])('rejects %s with 422 on the field', async (_name, value) => {
    const before = await app.files('public', 'variants');
    const response = await app.post(IMAGES, { file: value }, { as: 'admin' });
    expect(response.status, response.text).toBe(422);
    expect(response.body.violations).toHaveLength(1);
    expect(response.body.violations[0].propertyPath).toBe('file');
    expect(await app.files('public', 'variants')).toEqual(before);
  });

  test('treats an SVG declared as PNG as an SVG: measured, never rendered', async () => {
    const svg =
      '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg" width="120.5px" height="80"></svg>';
    const created = await app.create(IMAGES, { file: dataUri('image/png', svg) });
    expect(mediaObjects(created)).toHaveLength(1);
    expect(mediaObjects(created)[0]).toMatchObject({ mimeType: 'image/svg+xml', width: 120, height: 80 });
  });

  test.each([null, ''])('deletes the file, its variants and its rows for %j', async (empty) => {
    const created = await app.create(IMAGES, {
      file: dataUri('image/png', await picture(10, 10)),
      ...PUBLISHED,
    });
    const name = mediaObjects(created)[0]?.contentUrl.split('/').at(-1) ?? '?';
    const cleared = await app.patch(`${created['@id']}?published=true`, { file: empty }, { as: 'admin' });
    expect(cleared.status, cleared.text).toBe(200);
    expect(mediaObjects(cleared.body)).toEqual([]);
    expect((await app.files('public', 'variants')).filter((path) => path.includes(name))).toEqual([]);
    const { database } = app.app;
    const rows = await database.all(
      `select f.id as id from ${database.table('imagine_cached_file_metadata')} f where f.path = :name`,
      { name },
    );
    expect(rows).toEqual([]);
  });

  test('keeps its file in a PUT without the field', async () => {
    const created = await app.create(IMAGES, { file: dataUri('image/png', await picture(10, 10)) });
    const put = await app.put(created['@id'], { uiComponent: 'Wide' }, { as: 'admin' });
    expect(put.status, put.text).toBe(200);
    expect(mediaObjects(put.body)[0]?.contentUrl).toBe(mediaObjects(created)[0]?.contentUrl);
  });

  test('loses all its files in a DELETE of the record', async () => {
    const created = await app.create(BROCHURES, {
      documentFile: 'data:text/plain,gone%20soon',
      cover: dataUri('image/png', await picture(300, 300)),
    });
    const before = await app.files('private', 'variants');
    expect((await app.delete(created['@id'], { as: 'admin' })).status).toBe(204);
    expect((await app.files('private', 'variants')).length).toBe(before.length - 4);
  });

  test('leaves no file if the write fails for another reason', async () => {
    const before = await app.files('public', 'variants');
    const file = dataUri('image/png', await picture(10, 10));
    const response = await app.post(IMAGES, { file, publishedAt: 'never' }, { as: 'admin' });
    expect(response.status).toBe(422);
    const missing = await app.patch(
      `${IMAGES}/00000000-0000-4000-8000-000000000000`,
      { file },
      { as: 'admin' },
    );
    expect(missing.status).toBe(404);
    expect(await app.files('public', 'variants')).toEqual(before);
  });
});

describe('a draft', () => {
  test('gets separate files, and the published row keeps its file', async () => {
    const created = await app.upload(
      `${IMAGES}/upload`,
      form({ file: [await picture(700, 70), 'pair.png'] }),
    );
    const iri = created.body['@id'];
    await app.patch(iri, PUBLISHED, { as: 'admin' });
    const draft = await app.patch(iri, { uiComponent: 'New' }, { as: 'admin' });
    expect(draft.body['@id']).not.toBe(iri);
    const [own] = mediaObjects(draft.body);
    expect(own?.contentUrl).toMatch(/\/pair-[0-9a-f]{8}\.png$/);
    expect(own?.contentUrl).not.toBe(mediaObjects(created.body)[0]?.contentUrl);
    expect(mediaObjects(draft.body)[1]).toMatchObject({ imagineFilter: 'thumbnail', width: 500, height: 50 });
    expect((await app.files('public', 'variants')).filter((path) => path.includes('pair-'))).toHaveLength(4);

    const cleared = await app.patch(iri, { file: null }, { as: 'admin' });
    expect(mediaObjects(cleared.body)).toEqual([]);
    expect(mediaObjects((await app.get(iri)).body)).toHaveLength(2);
    expect((await app.files('public', 'variants')).filter((path) => path.includes('pair-'))).toHaveLength(2);
  });

  test('receives an upload to its published record and leaves no unused copy', async () => {
    const created = await app.create(IMAGES, {
      file: dataUri('image/png', await picture(10, 10)),
      ...PUBLISHED,
    });
    const before = await app.files('public');
    const draft = await app.upload(
      `${created['@id']}/upload`,
      form({ file: [await picture(20, 20), 'next.png'] }),
    );
    expect(draft.status, draft.text).toBe(201);
    expect(draft.body['_metadata'].publishable.published).toBe(false);
    expect(mediaObjects(draft.body)[0]).toMatchObject({ width: 20 });
    expect(await app.files('public')).toHaveLength(before.length + 1);

    const published = await app.patch(draft.body['@id'], { publishedAt: 'now' }, { as: 'admin' });
    expect(published.body['@id']).toBe(created['@id']);
    expect(mediaObjects(published.body)[0]).toMatchObject({ width: 20 });
    const after = await app.files('public');
    expect(after).toHaveLength(before.length);
    expect(after.some((path) => path.startsWith('next-'))).toBe(true);
  });

  test('is deleted with its files and none of the published row', async () => {
    const created = await app.create(IMAGES, {
      file: dataUri('image/png', await picture(10, 10)),
      ...PUBLISHED,
    });
    const before = await app.files('public', 'variants');
    await app.patch(created['@id'], { uiComponent: 'X' }, { as: 'admin' });
    expect((await app.delete(created['@id'], { as: 'admin' })).status).toBe(204);
    expect(await app.files('public', 'variants')).toEqual(before);
    expect(mediaObjects((await app.get(created['@id'])).body)).toHaveLength(2);
  });

  test('reports a file that is required to publish on its field, and softly before that', async () => {
    const draft = await app.post(BROCHURES, {}, { as: 'admin' });
    expect(draft.status, draft.text).toBe(201);
    expect(draft.headers.get('valid-to-publish')).toBe('0');
    const message = 'A file must be uploaded for the `documentFile` field before publishing.';
    expect(draft.body['_metadata'].violations.violations).toEqual([
      expect.objectContaining({ propertyPath: 'documentFile', message }),
    ]);
    const refused = await app.patch(draft.body['@id'], { publishedAt: 'now' }, { as: 'admin' });
    expect(refused.status).toBe(422);
    expect(refused.body.violations).toEqual([{ propertyPath: 'documentFile', message }]);
    const accepted = await app.patch(
      draft.body['@id'],
      { publishedAt: 'now', documentFile: 'data:text/plain,here%20it%20is' },
      { as: 'admin' },
    );
    expect(accepted.status, accepted.text).toBe(200);
    expect(accepted.body['_metadata'].publishable.published).toBe(true);
  });
});

describe('the number of statements', () => {
  test('is one for media objects, however many records and fields', async () => {
    const countInfo = (statements: readonly string[]): number =>
      statements.filter((sql) => sql.includes('imagine_cached_file_metadata')).length;
    const created = await app.create(IMAGES, {
      file: dataUri('image/png', await picture(10, 10)),
      ...PUBLISHED,
    });
    for (let index = 0; index < 3; index += 1) {
      await app.create(IMAGES, { file: dataUri('image/png', await picture(10, 10)), ...PUBLISHED });
    }
    await app.app.get(UPLOADS).whenIdle();
    app.takeStatements();
    const item = await app.get(created['@id']);
    expect(item.status).toBe(200);
    expect(countInfo(app.takeStatements())).toBe(1);
    const list = await app.get(`${IMAGES}?itemsPerPage=50`);
    expect(list.body.member.length).toBeGreaterThan(3);
    expect(countInfo(app.takeStatements())).toBe(1);
  });

  test('includes one for a file without info rows, which is described once and stored', async () => {
    const created = await app.create(IMAGES, {
      file: dataUri('image/png', await picture(600, 600)),
      ...PUBLISHED,
    });
    const { database } = app.app;
    await database.transaction((session) =>
      session.run(`delete from ${session.table('imagine_cached_file_metadata')}`),
    );
    const first = mediaObjects((await app.get(created['@id'])).body);
    expect(first[0]).toMatchObject({ width: 600, mimeType: 'image/png' });
    expect(first[1]).toMatchObject({
      width: 500,
      height: 500,
      fileSize: -1,
      mimeType: 'image/png',
      formattedFileSize: '',
    });
    await app.app.get(UPLOADS).whenIdle();
    expect(mediaObjects((await app.get(created['@id'])).body)[1]).toMatchObject({
      width: 500,
      fileSize: expect.toSatisfy((size: number) => size > 0),
    });
  });
});
