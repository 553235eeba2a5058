import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeclaredFeature } from '../../../runtime/kernel/contract/features/declared-feature.js';
import { createBuilders } from '../../support/builders.js';
import { hits } from '../../support/features/hits/definition.js';
import { HIT_COUNT } from '../../support/features/hits/public-api.js';
import { runCommand } from '../../support/run-command.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const OPEN = { path: '^/hits/', methods: ['POST'], roles: 'PUBLIC_ACCESS' };

/** Declared before the counter but created after it. */
const popular: DeclaredFeature = {
  name: 'popular',
  load: () =>
    Promise.resolve({
      create: async (_kernel, apis) => {
        const count = await apis.open(HIT_COUNT);
        const handle = async () => ({ status: 200, body: { hits: await count('/counted') } });
        return { endpoints: () => [{ method: 'GET', pattern: '/popular', handle }] };
      },
    }),
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ features: [popular, hits], config: { access_control: [OPEN] } });
  const page = await createBuilders(app).aPage();
  await app.create('/_/routes', { path: '/counted', name: 'counted', page: page['@id'] });
});
afterAll(() => app.close());

describe('a custom feature in a folder', () => {
  test('serves its endpoint, and its declared command runs the function of its module', async () => {
    expect(await app.post('/hits/counted')).toMatchObject({ status: 204 });
    expect(await runCommand(app, 'hits:report')).toEqual(['1  /counted']);
  });

  test('responds with the errors that it declares', async () => {
    expect(await app.post('/hits/nowhere')).toMatchObject({
      status: 404,
      body: { detail: 'There is no page at /nowhere.' },
    });
  });

  test('provides a public API that an earlier feature uses', async () => {
    expect(await app.get('/popular')).toMatchObject({ status: 200, body: { hits: 1 } });
  });

  test('does not start if it declares a command without a function', async () => {
    const load = () => Promise.resolve({ create: () => ({}) });
    const idle: DeclaredFeature = {
      name: 'idle',
      commands: [{ name: 'idle:run', summary: 'Runs.', flags: {} }],
      load,
    };
    await expect(startTestApp({ features: [idle] })).rejects.toThrow(
      'features.idle: declares the command "idle:run", but "create" of its module does not return it',
    );
  });
});
