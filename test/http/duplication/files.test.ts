import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataUri, mediaObjects, startUploadsApp, type UploadsApp } from '../uploads/support.js';

const admin = { as: 'admin' } as const;
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({});
});
afterAll(() => app.close());

test('the copy of a record has its own file, which stays when the original is deleted', async () => {
  const original = await app.create('/component/images', {
    file: dataUri('image/gif', GIF),
    publishedAt: 'now',
  });
  const { status, body } = await app.post(`${original['@id']}/duplicate`, undefined, admin);
  expect(status).toBe(201);
  expect(mediaObjects(body)).not.toHaveLength(0);
  expect((await app.delete(original['@id'], admin)).status).toBe(204);
  const file = await app.raw(`${body['@id']}/download/file`, {
    headers: { authorization: `Bearer ${await app.token('admin')}` },
  });
  expect(file.status).toBe(200);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(GIF);
});

test('a batch that is rolled back keeps no file of its bodies', async () => {
  const operations = [
    { id: 'a', method: 'POST', path: '/component/images', body: { file: dataUri('image/gif', GIF) } },
    { id: 'b', method: 'GET', path: '/nowhere' },
  ];
  const { status } = await app.post('/_/batch', { operations }, admin);
  expect(status).toBe(404);
  const stored = await app.post('/_/batch', { operations: [operations[0]] }, admin);
  expect(stored.status).toBe(200);
  const [{ body }] = stored.body.results;
  const file = await app.raw(`${body['@id']}/download/file`, {
    headers: { authorization: `Bearer ${await app.token('admin')}` },
  });
  expect(file.status).toBe(200);
});
