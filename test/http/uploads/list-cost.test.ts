import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { UploadsApp } from './support.js';
import { form, mediaObjects, picture, startUploadsApp } from './support.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const IMAGES = '/component/images';

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({
    config: {
      routable_security: null,
      image_filters: {
        thumbnail: { width: 50, height: 50, mode: 'inset' },
        square: { width: 8, height: 8, mode: 'outbound' },
      },
    },
    extensions: { imageFilters: { Image: () => ['square'] } },
  });
});
afterAll(() => app.close());

/** Returns the whole list as visitors see it, and the number of its statements. */
async function readList(): Promise<{ readonly members: readonly JsonObject[]; readonly statements: number }> {
  app.takeStatements();
  const list = await app.get(`${IMAGES}?itemsPerPage=100`);
  expect(list.status, list.text).toBe(200);
  return { members: list.body.member, statements: app.takeStatements().length };
}

async function addImages(count: number): Promise<void> {
  const bytes = await picture(100, 60);
  for (let index = 0; index < count; index += 1) {
    const created = await app.upload(`${IMAGES}/upload`, form({ file: [bytes, `${index}.png`] }));
    await app.patch(created.body['@id'], { publishedAt: '2020-01-01T00:00:00Z' }, { as: 'admin' });
  }
  await app.app.get(UPLOADS).whenIdle();
}

describe('a collection of images with two filters', () => {
  test('runs the same number of statements for 2 and for 20, and reads no file', async () => {
    await addImages(2);
    const few = await readList();
    expect(few.members).toHaveLength(2);
    await addImages(18);
    // Info rows describe the files, so the list is the same without them.
    await rm(app.folders.public, { recursive: true });
    const many = await readList();
    expect(many.members).toHaveLength(20);
    expect(many.statements).toBe(few.statements);
    for (const member of many.members) {
      expect(mediaObjects(member).map((one) => [one['imagineFilter'], one['width'], one['height']])).toEqual([
        [undefined, 100, 60],
        ['thumbnail', 50, 30],
        ['square', 8, 8],
      ]);
    }
    // No work remains for them either.
    await app.app.get(UPLOADS).whenIdle();
    expect(app.takeStatements()).toEqual([]);
  });
});
