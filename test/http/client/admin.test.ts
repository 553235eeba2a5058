import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminModel } from '../../../generated/client/admin.js';
import { createClient } from '../../../generated/client/index.js';
import { Title } from '../../../generated/client/resources.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await loadSampleSite(app);
});
afterAll(() => app.close());

describe('endpoints with JSON responses, in the generated client,', () => {
  test('include the model of the admin for signed-in users, and 401 for others', async () => {
    const client = createClient({ baseUrl: app.origin + app.config.apiPrefix });
    await expect(adminModel(client)).rejects.toMatchObject({ status: 401 });
    await client.login('admin', 'admin');
    const { me, types } = await adminModel(client);
    expect(me.username).toBe('admin');
    expect(types.find(({ name }) => name === Title.name)?.path).toBe(Title.path);
  });

  test('include the health of the service; documents remain JSON-LD', async () => {
    const client = createClient({ baseUrl: app.origin + app.config.apiPrefix });
    expect(await client.request('GET', '/_/health')).toMatchObject({ status: expect.any(String) });
    expect(await client.list(Title)).toMatchObject({
      '@type': expect.any(String),
      member: expect.any(Array),
    });
  });
});
