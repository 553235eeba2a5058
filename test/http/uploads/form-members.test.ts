import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notBlank } from '../../../runtime/kernel/validation/constraints/index.js';
import type {
  ResourceDescriptor,
  ScalarField,
  UploadField,
} from '../../../runtime/kernel/contract/schema/resource.js';
import type { UploadsApp } from './support.js';
import { mediaObjects, picture, plainType, startUploadsApp, uploadField } from './support.js';
import { uploadManifest } from './upload-manifest.js';
import { relation, text } from '../publishing/types.js';

const scalar = (name: string, rest: Partial<ScalarField>): ScalarField => text(name, rest);

/** Returns the field without a setting for its addresses. */
function saysNothing(field: UploadField): UploadField {
  const copy: { -readonly [Key in keyof UploadField]: UploadField[Key] } = { ...field };
  delete copy.urlGenerator;
  return copy;
}

const leaflet: ResourceDescriptor = {
  ...plainType('Leaflet', '/component/leaflets', [
    text('headline'),
    scalar('copies', { type: 'integer', accepts: ['int'] }),
    scalar('price', { type: 'decimal', accepts: ['string', 'float'], precision: 10, scale: 2 }),
    scalar('isFolded', { type: 'boolean', accepts: ['bool'] }),
    scalar('layout', { type: 'json', accepts: ['array', 'object', 'string'] }),
    relation('brochure', 'Brochure'),
    uploadField({ name: 'scan', column: 'scan_path', constraints: [{ Image: { maxWidth: 100 } }] }),
    saysNothing(
      uploadField({ name: 'open', column: 'open_path', adapter: 'public', imagineFilters: ['thumbnail'] }),
    ),
  ]),
  validate: (value, { violations }) => {
    notBlank({ violations, path: 'headline', value: value['headline'] });
  },
};

const LEAFLETS = leaflet.path;
let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({
    manifest: { ...uploadManifest, resources: [...uploadManifest.resources, leaflet] },
    config: { body_limits: { anonymous: 1000, authenticated: 4000, editors: 4000 } },
  });
});
afterAll(() => app.close());

type Parts = Readonly<Record<string, string | readonly [Uint8Array | string, string]>>;

function parts(all: Parts): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(all)) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([value[0]]), value[1]);
  }
  return data;
}

const filesNow = async () => [
  ...(await app.files('private', 'variants')),
  ...(await app.files('public', 'variants')),
];
const countNow = async () =>
  (await app.get(LEAFLETS, { as: 'admin' })).body['totalItems'] as number | undefined;

describe.each([LEAFLETS, `${LEAFLETS}/upload`])('POST %s with a form', (path) => {
  test('and an Idempotency-Key stores record and file once', async () => {
    const content = await picture(20, 10);
    const send = () =>
      app.upload(path, parts({ headline: 'Once', open: [content, 'open.png'] }), {
        'idempotency-key': `a form sent twice to ${path}`.replaceAll(' ', '-'),
      });
    const before = (await countNow()) ?? 0;
    const first = await send();
    const second = await send();
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await countNow()).toBe(before + 1);
    const [file] = mediaObjects(first.body, 'open');
    expect((await app.fetchUrl(file?.contentUrl ?? '')).status).toBe(200);
  });

  test('reads text as it is, other members as JSON, and files in their fields', async () => {
    const owner = await app.upload('/component/brochures/upload', new FormData());
    const created = await app.upload(
      path,
      parts({
        headline: '007',
        copies: '12',
        price: '3.50',
        isFolded: 'true',
        layout: '{"columns":[1,2]}',
        brochure: owner.body['@id'] as string,
        scan: [await picture(20, 10), 'Scan.PNG'],
      }),
    );
    expect(created.status, created.text).toBe(201);
    expect(created.body).toMatchObject({
      headline: '007',
      copies: 12,
      isFolded: true,
      layout: { columns: [1, 2] },
      brochure: owner.body['@id'],
    });
    expect(String(created.body['price'])).toBe('3.50');
    expect(mediaObjects(created.body, 'scan')[0]).toMatchObject({ width: 20, mimeType: 'image/png' });
    expect(created.headers.get('x-ignored')).toBeNull();
    const read = await app.get(created.body['@id'], { as: 'admin' });
    expect(read.body).toMatchObject({ headline: '007', copies: 12, layout: { columns: [1, 2] } });
  });

  test('reports violations of members and files together, and leaves neither row nor file', async () => {
    const before = [await filesNow(), await countNow()];
    const refused = await app.upload(
      path,
      parts({ headline: '', copies: 'many', scan: [await picture(200, 10), 'wide.png'] }),
    );
    expect(refused.status, refused.text).toBe(422);
    expect(
      (refused.body.violations as { propertyPath: string }[]).map((one) => one.propertyPath).sort(),
    ).toEqual(['copies', 'headline', 'scan']);
    expect([await filesNow(), await countNow()]).toEqual(before);
  });

  test('results in 422 if a required member is missing', async () => {
    const before = await filesNow();
    const refused = await app.upload(path, parts({ scan: [await picture(20, 10), 'a.png'] }));
    expect([refused.status, refused.body.violations[0].propertyPath]).toEqual([422, 'headline']);
    expect(await filesNow()).toEqual(before);
  });

  test('handles text for an upload field as in JSON', async () => {
    const encoded = `data:image/png;base64,${(await picture(9, 9)).toString('base64')}`;
    const created = await app.upload(path, parts({ headline: 'x', scan: encoded }));
    expect(mediaObjects(created.body, 'scan')[0], created.text).toMatchObject({ width: 9 });
    const refused = await app.upload(path, parts({ headline: 'x', scan: 'no file' }));
    expect([refused.status, refused.body.violations[0].propertyPath]).toEqual([422, 'scan']);
  });

  test('reports unknown parts, and accepts no type or id', async () => {
    const id = '5f0a8ad2-7b4b-4f0e-9a9e-6a4f0f4b1c11';
    const created = await app.upload(
      path,
      parts({ headline: 'x', stranger: '1', '@id': `${LEAFLETS}/${id}` }),
    );
    expect(created.headers.get('x-ignored')).toBe('stranger');
    expect(created.body['@id']).not.toContain(id);
  });

  test.each<readonly [string, number, () => FormData]>([
    [
      'a duplicate member',
      400,
      () => {
        const data = parts({ headline: 'a' });
        data.append('headline', 'b');
        return data;
      },
    ],
    ['U+0000', 400, () => parts({ headline: 'a\0b' })],
    ['U+0000 hidden in JSON', 400, () => parts({ headline: 'a', layout: '["\\u0000"]' })],
    [
      'JSON that is nested too deeply',
      400,
      () => parts({ headline: 'a', layout: '['.repeat(99) + ']'.repeat(99) }),
    ],
    ['__proto__', 400, () => parts({ headline: 'a', __proto__x: '1', ['__proto__' as string]: '{}' })],
    ['__proto__ within JSON', 400, () => parts({ headline: 'a', layout: '{"__proto__":{"x":1}}' })],
    [
      'more text than the limit of a JSON body',
      413,
      () => parts({ headline: 'a'.repeat(2500), layout: 'b'.repeat(2500) }),
    ],
    ['a record that does not exist', 400, () => parts({ headline: 'a', brochure: '/component/brochures/1' })],
    ['a list instead of a relation', 422, () => parts({ headline: 'a', brochure: '[1]' })],
  ])('rejects %s', async (_title, status, body) => {
    const before = [await filesNow(), await countNow()];
    const refused = await app.upload(path, body());
    expect(refused.status, refused.text).toBe(status);
    expect([await filesNow(), await countNow()]).toEqual(before);
  });

  test('requires anonymous callers to sign in', async () => {
    const response = await fetch(`${app.origin}${app.config.apiPrefix}${path}`, {
      method: 'POST',
      body: parts({ headline: 'x' }),
    });
    expect(response.status).toBe(401);
  });
});

describe('POST {id}/upload with a form', () => {
  test('changes the members that are sent with the file, in a draft of a published record', async () => {
    const created = await app.upload(
      '/component/brochures',
      parts({ documentFile: ['text', 'a.txt'], publishedAt: '2020-01-01T00:00:00Z', uiComponent: 'Old' }),
    );
    expect(created.status, created.text).toBe(201);
    const draft = await app.upload(
      `${created.body['@id']}/upload`,
      parts({ uiComponent: 'New', uiClassNames: '["a","b"]', cover: [await picture(20, 20), 'c.png'] }),
    );
    expect(draft.status, draft.text).toBe(201);
    expect(draft.body['@id']).not.toBe(created.body['@id']);
    expect(draft.body).toMatchObject({ uiComponent: 'New', uiClassNames: ['a', 'b'] });
    const published = await app.get(`${created.body['@id']}?published=true`);
    expect(published.body).toMatchObject({ uiComponent: 'Old' });
    expect(mediaObjects(published.body, 'cover')).toEqual([]);
  });
});

describe("the API's description of uploads", () => {
  const post = (path: string, type: string) =>
    app.raw(path, { method: 'POST', headers: { 'content-type': type }, body: 'x' });

  test('names forms in Accept-Post and 415 only where they are accepted', async () => {
    for (const [path, takes] of [
      [LEAFLETS, true],
      ['/component/titles', false],
    ] as const) {
      const types = takes ? ['application/ld+json', 'multipart/form-data'] : ['application/ld+json'];
      const listed = await app.raw(path, {});
      expect(listed.headers.get('accept-post')).toBe(types.join(', '));
      const refused = await post(path, 'text/plain');
      expect(refused.status).toBe(415);
      expect(((await refused.json()) as { detail: string }).detail).toBe(
        `The content-type "text/plain" is not supported. Supported MIME types are ${types.map((type) => `"${type}"`).join(', ')}.`,
      );
    }
    expect((await post('/component/titles', 'multipart/form-data; boundary=b')).status).toBe(415);
  });

  test('still includes JSON', async () => {
    const created = await app.post(LEAFLETS, { headline: 'json', copies: 3 }, { as: 'admin' });
    expect([created.status, created.body['copies']]).toEqual([201, 3]);
  });
});

describe('addresses of files', () => {
  test('are public if the filesystem is and no setting differs, variants included', async () => {
    const created = await app.upload(
      LEAFLETS,
      parts({
        headline: 'x',
        open: [await picture(20, 10), 'Open.png'],
        scan: [await picture(20, 10), 'Scan.png'],
      }),
    );
    const [open, thumbnail] = mediaObjects(created.body, 'open').map(({ contentUrl }) => contentUrl);
    expect(open).toMatch(/^http:\/\/localhost:8000\/uploads\/open-[0-9a-f]{8}\.png$/);
    expect(thumbnail).toContain('/uploads/media/cache/thumbnail/open-');
    expect((await app.fetchUrl(open ?? '')).status).toBe(200);
    expect(mediaObjects(created.body, 'scan')[0]?.contentUrl).toContain('/download/scan');
  });
});
