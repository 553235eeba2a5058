import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchesOf, type Batches } from '../../../generated/client/batches.js';
import { ApiError, createClient } from '../../../generated/client/index.js';
import { Title } from '../../../generated/client/resources.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
let batches: Batches;
beforeAll(async () => {
  app = await startTestApp({});
  const token = await app.token('admin');
  batches = batchesOf(createClient({ baseUrl: `${app.origin}${app.config.apiPrefix}`, token }));
});
afterAll(() => app.close());

const create = (id: string, title: string) =>
  ({ id, method: 'POST', path: '/component/titles', body: { title } }) as const;

describe('the functions for batches and copies', () => {
  test('run operations once per key', async () => {
    const options = { idempotencyKey: randomUUID() };
    const operations = [create('a', 'A'), { id: 'b', method: 'GET', path: '$a' }] as const;
    const first = await batches.run(operations, options);
    expect(first.map(({ status }) => status)).toEqual([201, 200]);
    expect(await batches.run(operations, options)).toEqual(first);
  });

  test('report which operation was rejected', async () => {
    const refused = batches.run([create('a', 'A'), { id: 'b', method: 'GET', path: '/nowhere' }]);
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({ status: 404, body: { operation: 1 } });
  });

  test('duplicate a record with other members', async () => {
    const [made] = await batches.run([create('a', 'Original')]);
    const copy = await batches.duplicate(Title, String(made?.body?.['@id']), { title: 'Copy' });
    expect([copy.title, copy['@id'] === made?.body?.['@id']]).toEqual(['Copy', false]);
  });
});
