import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';
import { startBucket } from '../uploads/bucket.js';
import { dataUri, picture, startUploadsApp } from '../uploads/support.js';
import { anEmptyPlace, backUp, complaintsOf, restoreInto } from './restored-site.js';

test('files of a bucket are in the archive, and restored with their media types', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cms-bucket-'));
  const [from, to] = [await startBucket(), await startBucket()];
  const app = await startUploadsApp(from.options);
  const cover = await picture(300, 200);
  const { '@id': iri } = await app.create('/component/brochures', {
    documentFile: dataUri('text/plain', 'from the bucket'),
    cover: dataUri('image/png', cover),
    publishedAt: '2020-01-01T00:00:00Z',
  });
  const file = join(folder, 'site.tar');
  await backUp(app, file);
  const empty = await startUploadsApp(to.options);
  const place = await anEmptyPlace(empty.config, to.options);
  await restoreInto(place.config, file);
  const restored = await place.serve();
  expect((await restored.get(`${iri}/download/documentFile`, { as: 'admin' })).text).toBe('from the bucket');
  expect(await complaintsOf(restored)).toEqual([]);
  const storage = restored.app.get(UPLOADS).stores.get('private');
  const addresses: string[] = [];
  for await (const { path } of storage.list('')) addresses.push((await storage.temporaryUrl(path, 60)) ?? '');
  const types = await Promise.all(
    addresses.map(async (url) => (await fetch(url)).headers.get('content-type')),
  );
  expect(new Set(types)).toEqual(new Set(['text/plain', 'image/png', 'image/webp']));
  for (const site of [app, empty, restored]) await site.close();
  await place.drop();
  for (const bucket of [from, to]) await bucket.close();
  await rm(folder, { recursive: true });
});
