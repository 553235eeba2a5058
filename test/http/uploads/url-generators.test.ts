import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UrlGenerator } from '../../../runtime/kernel/contract/features/extensions.js';
import type { StoredRecord } from '../../../runtime/kernel/contract/records/record.js';
import type { UploadsApp } from './support.js';
import {
  brochure,
  errorLog,
  form,
  mediaObjects,
  picture,
  startUploadsApp,
  uploadField,
  uploadManifest,
} from './support.js';

const BROCHURES = '/component/brochures';

/** The next result of the custom generator. */
let answer: UrlGenerator = () => undefined;
const requested: { readonly type: string; readonly path: string; readonly filter: string | null }[] = [];
const { log, errors } = errorLog();

let app: UploadsApp;
beforeAll(async () => {
  const fields = [
    uploadField({
      name: 'cover',
      column: 'cover_path',
      urlGenerator: 'cdn',
      imagineFilters: ['thumbnail'],
    }),
  ];
  app = await startUploadsApp({
    log,
    manifest: {
      ...uploadManifest,
      resources: uploadManifest.resources.map((one) =>
        one.name === 'Brochure' ? { ...brochure, fields } : one,
      ),
    },
    extensions: {
      urlGenerators: {
        cdn(file) {
          requested.push({ type: file.record.type, path: file.path, filter: file.filter });
          return answer(file);
        },
      },
    },
  });
});
afterAll(() => app.close());

/** Returns the addresses of the file and its variant in a new record, with the path under which the API serves them. */
async function urlsWith(
  generator: UrlGenerator,
): Promise<{ readonly urls: readonly string[]; readonly download: string }> {
  answer = generator;
  const created = await app.upload(
    `${BROCHURES}/upload`,
    form({ cover: [await picture(600, 600), 'front.png'] }),
  );
  expect(created.status, created.text).toBe(201);
  return {
    urls: mediaObjects(created.body, 'cover').map(({ contentUrl }) => contentUrl),
    download: `http://localhost:8000${created.body['@id']}/download/cover`,
  };
}

describe('a custom URL generator', () => {
  test('creates the addresses of the file and its variants', async () => {
    requested.length = 0;
    const { urls } = await urlsWith(async ({ path }) => `https://cdn.example/files/${path}`);
    expect(urls[0]).toMatch(/^https:\/\/cdn\.example\/files\/front-[0-9a-f]{8}\.png$/);
    expect(urls[1]).toMatch(
      /^https:\/\/cdn\.example\/files\/media\/cache\/thumbnail\/front-[0-9a-f]{8}\.png$/,
    );
    expect(requested.map(({ type, filter }) => [type, filter])).toEqual([
      ['Brochure', null],
      ['Brochure', 'thumbnail'],
    ]);
  });

  test('receives the record as it is stored', async () => {
    let seen: StoredRecord | undefined;
    await urlsWith(({ record, path, filter }) => {
      if (filter === null) seen = record;
      return `https://cdn.example/${path}`;
    });
    expect(seen?.values['cover']).toMatch(/^front-/);
  });

  test.each([
    ['/static/a.png', 'http://localhost:8000/static/a.png'],
    ['static/a.png', 'http://localhost:8000/static/a.png'],
    ['//cdn.example/a.png', 'http://cdn.example/a.png'],
    ['https://cdn.example/a.png?sig=1%2F2', 'https://cdn.example/a.png?sig=1%2F2'],
  ])('has its result %s shown as %s', async (given, shown) => {
    expect((await urlsWith(() => given)).urls).toEqual([shown, shown]);
  });

  test.each<readonly [title: string, generator: UrlGenerator]>([
    ['returns undefined', () => undefined],
    ['returns an empty string', () => ''],
  ])('falls back to the download address if it %s', async (_title, generator) => {
    const { urls, download } = await urlsWith(generator);
    expect(urls).toEqual([download, `${download}?filter=thumbnail`]);
    expect((await app.raw(new URL(urls[1] ?? '').pathname + '?filter=thumbnail', {})).status).toBe(200);
  });

  test.each<readonly [title: string, generator: UrlGenerator]>([
    [
      'throws',
      () => {
        throw new Error('no signer');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no network'))],
    // A JavaScript project can return anything.
    ['returns something other than text', () => 7 as unknown as string],
  ])('is logged and replaced by the download address if it %s', async (_title, generator) => {
    errors.length = 0;
    const { urls, download } = await urlsWith(generator);
    expect(urls).toEqual([download, `${download}?filter=thumbnail`]);
    expect(errors[0]).toMatchObject({
      msg: 'URL generator failed',
      urlGenerator: 'cdn',
      type: 'Brochure',
      field: 'cover',
    });
  });
});
