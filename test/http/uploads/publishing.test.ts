import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openToWriters } from '../publishing/types.js';
import type { UploadsApp } from './support.js';
import { dataUri, form, mediaObjects, picture, startUploadsApp, uploadManifest } from './support.js';

const IMAGES = '/component/images';
const BROCHURES = '/component/brochures';
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };

let app: UploadsApp;
beforeAll(async () => {
  // Every user can write pictures.
  const resources = uploadManifest.resources.map((type) =>
    type.name === 'Image' ? openToWriters(type) : type,
  );
  app = await startUploadsApp({
    manifest: { ...uploadManifest, resources },
    config: { routable_security: null },
  });
});
afterAll(() => app.close());

/** Returns the base name of a stored file. */
const fileOf = (document: Parameters<typeof mediaObjects>[0]): string =>
  mediaObjects(document)[0]?.contentUrl.split('/').at(-1) ?? '';

describe('a caller who cannot see drafts', () => {
  test('publishes with an upload immediately, and replaces in place', async () => {
    const headers = { authorization: await app.bearer('ROLE_USER') };
    const before = await app.files('public', 'variants');
    const created = await app.upload(
      `${IMAGES}/upload`,
      form({ file: [await picture(20, 20), 'users.png'] }),
      headers,
    );
    expect(created.status, created.text).toBe(201);
    expect((await app.get(created.body['@id'])).status).toBe(200);
    const replaced = await app.upload(
      `${created.body['@id']}/upload`,
      form({ file: [await picture(30, 30), 'others.png'] }),
      headers,
    );
    expect([replaced.status, replaced.body['@id']]).toEqual([201, created.body['@id']]);
    expect(mediaObjects((await app.get(created.body['@id'])).body)[0]).toMatchObject({ width: 30 });
    const added = (await app.files('public', 'variants')).filter((path) => !before.includes(path));
    expect(added.map((path) => /others|users/.exec(path)?.[0])).toEqual(['others', 'others']);
  });
});

describe('publishing', () => {
  test('with the field cleared in the same request clears the published row and deletes both files', async () => {
    const file = dataUri('image/png', await picture(20, 20));
    const before = await app.files('public', 'variants');
    const live = await app.create(IMAGES, { file, ...PUBLISHED });
    await app.patch(live['@id'], { uiComponent: 'Wide' }, { as: 'admin' });
    const merged = await app.patch(live['@id'], { file: null, publishedAt: 'now' }, { as: 'admin' });
    expect(merged.status, merged.text).toBe(200);
    expect(merged.body['@id']).toBe(live['@id']);
    expect(mediaObjects((await app.get(live['@id'])).body)).toEqual([]);
    expect(await app.files('public', 'variants')).toEqual(before);
  });

  test('is rejected if it clears a required file, and every file remains', async () => {
    const draft = await app.create(BROCHURES, { documentFile: 'data:,needed' });
    const before = await app.files('private', 'variants');
    const refused = await app.patch(
      draft['@id'],
      { documentFile: null, publishedAt: 'now' },
      { as: 'admin' },
    );
    expect(refused.status).toBe(422);
    expect(refused.body.violations).toEqual([expect.objectContaining({ propertyPath: 'documentFile' })]);
    expect(await app.files('private', 'variants')).toEqual(before);
  });

  test('an upload uses the file of the draft and leaves exactly that', async () => {
    const before = await app.files('public', 'variants');
    const live = await app.create(IMAGES, {
      file: dataUri('image/png', await picture(20, 20)),
      ...PUBLISHED,
    });
    for (const side of [30, 40]) {
      const parts = form({ file: [await picture(side, side), 'again.png'] });
      expect((await app.upload(`${live['@id']}/upload`, parts)).status).toBe(201);
    }
    await app.patch(live['@id'], { publishedAt: 'now' }, { as: 'admin' });
    const shown = await app.get(live['@id']);
    expect(mediaObjects(shown.body)[0]).toMatchObject({ width: 40 });
    const added = (await app.files('public', 'variants')).filter((path) => !before.includes(path));
    expect(added).toHaveLength(2);
    for (const path of added) expect(path).toContain(fileOf(shown.body));
  });
});

describe('a draft of a record whose file is missing', () => {
  test('keeps its path, and the file of neither is deleted with it', async () => {
    const live = await app.create(IMAGES, {
      file: dataUri('image/png', await picture(20, 20)),
      ...PUBLISHED,
    });
    const name = fileOf(live);
    await rm(join(app.folders.public, name));
    const draft = await app.patch(live['@id'], { uiComponent: 'Wide' }, { as: 'admin' });
    expect(draft.status, draft.text).toBe(200);
    const { database } = app.app;
    const rows = await database.all(
      `select t.id as id from ${database.table('images')} t where t.filename = :name`,
      { name },
    );
    expect(rows).toHaveLength(2);
    expect((await app.delete(draft.body['@id'], { as: 'admin' })).status).toBe(204);
    expect((await app.get(live['@id'])).status).toBe(200);
  });
});
