import { existsSync } from 'node:fs';
import { DataTypes } from 'sequelize';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { createBuilders } from '../../support/builders.js';
import type { TestResponse } from '../../support/test-client.js';
import type { UploadsApp } from './support.js';
import { form, startUploadsApp, toTestResponse, uploadField, uploadManifest } from './support.js';

const HANDBOOKS = '/component/handbooks';
const REPORTS = '/page_data/report_datas';
const BIG = 'x'.repeat(2_000_000);

const attributes = {
  id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
  file_path: { type: DataTypes.STRING(255), allowNull: true },
};

/** A type of the sample site under another name, with an upload field instead of its own fields. */
function uploadable(model: string, name: string, path: string): ResourceDescriptor {
  const described = uploadManifest.resources.find((one) => one.name === model)!;
  return {
    ...described,
    name,
    classIdentifier: name,
    path,
    table: path.split('/').at(-1)!,
    operations: ['collection', 'create', 'read', 'update', 'delete', 'upload', 'download'],
    fields: [uploadField({ name: 'file', column: 'file_path' })],
    attributes,
    searchFields: [],
  };
}

const handbook: ResourceDescriptor = {
  ...uploadable('NavigationLink', 'Handbook', HANDBOOKS),
  security: {
    create: "is_granted('ROLE_SUPER_ADMIN')",
    update: "is_granted('ROLE_SUPER_ADMIN') or object.uiComponent == 'Open'",
    message: 'Only for some.',
  },
};
const report = uploadable('BlogArticleData', 'ReportData', REPORTS);

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({
    manifest: { ...uploadManifest, resources: [...uploadManifest.resources, handbook, report] },
    config: { routable_security: "is_granted('ROLE_SUPER_ADMIN')" },
  });
});
afterAll(() => app.close());
// A filesystem creates its folder with the first written file and keeps it: rejected uploads create none.
const assertNothingWritten = (): void => expect(existsSync(app.folders.private)).toBe(false);

/** Creates a handbook as the super administrator, without a file. */
const aHandbook = (body: JsonObject = {}) => app.create(HANDBOOKS, body, 'superAdmin');

/** Sends an incomplete upload as an administrator. Only a response that does not wait for the end arrives. */
async function halfAnUpload(path: string): Promise<TestResponse> {
  const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(start + 'y'.repeat(100_000))),
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as const;
  return toTestResponse(await app.raw(path, init));
}

/** Returns the error in a response, without its request id. */
const refusal = ({ status, body }: TestResponse): readonly unknown[] => [
  status,
  body.title,
  body.detail,
  body.code,
];

describe('POST /component/{type}/upload', () => {
  afterEach(assertNothingWritten);

  test('is rejected before the file arrives if the caller cannot create records of the type', async () => {
    const write = await app.post(HANDBOOKS, {}, { as: 'admin' });
    const upload = await halfAnUpload(`${HANDBOOKS}/upload`);
    expect(upload.status).toBe(403);
    expect(upload.text).toContain('Only for some.');
    expect(refusal(upload)).toEqual(refusal(write));
    const whole = await app.upload(`${HANDBOOKS}/upload`, form({ file: [BIG, 'a.txt'] }));
    expect(refusal(whole)).toEqual(refusal(write));
  });

  test('is rejected before the file arrives by a platform rule', async () => {
    const write = await app.post(REPORTS, {}, { as: 'admin' });
    const upload = await halfAnUpload(`${REPORTS}/upload`);
    expect(upload.status).toBe(403);
    expect(refusal(upload)).toEqual(refusal(write));
  });

  test('requires anonymous callers to sign in before the file arrives', async () => {
    const response = await fetch(`${app.origin}${app.config.apiPrefix}${HANDBOOKS}/upload`, {
      method: 'POST',
      body: form({ file: [BIG, 'a.txt'] }),
    });
    expect(response.status).toBe(401);
  });
});

describe('POST /component/{type}/{id}/upload', () => {
  afterEach(assertNothingWritten);

  test('is rejected before the file arrives if the caller cannot change records of the type', async () => {
    const { '@id': iri } = await aHandbook();
    const write = await app.patch(iri, {}, { as: 'admin' });
    const upload = await halfAnUpload(`${iri}/upload`);
    expect(upload.status).toBe(403);
    expect(refusal(upload)).toEqual(refusal(write));
    const whole = await app.upload(`${iri}/upload`, form({ file: [BIG, 'a.txt'] }));
    expect(refusal(whole)).toEqual(refusal(write));
  });

  test('is rejected before the file arrives if the component is not accessible', async () => {
    const { aPage, aGroup, aPosition } = createBuilders({
      create: (path, body) => app.create(path, body, 'superAdmin'),
    });
    const component = await aHandbook({ uiComponent: 'Open' });
    const page = await aPage();
    await aPosition(await aGroup({ pages: [page['@id']] }), { component: component['@id'] });
    const write = await app.patch(component['@id'], {}, { as: 'admin' });
    expect(write.body.detail).toBe('Component access denied.');
    expect(refusal(await halfAnUpload(`${component['@id']}/upload`))).toEqual(refusal(write));
  });

  test('results in 404 before the file arrives if there is no such item', async () => {
    const missing = `${HANDBOOKS}/00000000-0000-4000-8000-000000000000`;
    const write = await app.patch(missing, {}, { as: 'admin' });
    const upload = await halfAnUpload(`${missing}/upload`);
    expect(upload.status).toBe(404);
    expect(refusal(upload)).toEqual(refusal(write));
  });
});

describe('a data URI in a JSON body', () => {
  const body = { file: `data:text/plain,${'x'.repeat(500_000)}` };

  test('is never stored for a caller who cannot write', async () => {
    const { '@id': iri } = await aHandbook();
    const missing = `${HANDBOOKS}/00000000-0000-4000-8000-000000000000`;
    const answers = [
      await app.post(HANDBOOKS, body),
      await app.post(HANDBOOKS, body, { as: 'admin' }),
      await app.post(REPORTS, body, { as: 'admin' }),
      await app.patch(iri, body),
      await app.patch(iri, body, { as: 'admin' }),
      await app.patch(missing, body, { as: 'superAdmin' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 403, 401, 403, 404]);
    assertNothingWritten();
  });
});

describe('an upload that is allowed', () => {
  test('is stored', async () => {
    const { '@id': iri } = await aHandbook({ uiComponent: 'Open' });
    const stored = await app.upload(`${iri}/upload`, form({ file: [BIG, 'a.txt'] }));
    expect(stored.status, stored.text).toBe(201);
    expect(await app.files('private')).toHaveLength(1);
  });
});
