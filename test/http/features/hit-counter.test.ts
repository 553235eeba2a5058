import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineFeature } from '../../../runtime/kernel/feature.js';
import type { LogEntry, Logger } from '../../../runtime/kernel/ports/logger.js';
import { createBuilders } from '../../support/builders.js';
import { hits } from '../../support/features/hit-counter.js';
import { linesOf } from '../../support/run-command.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const ADMIN = { as: 'admin' } as const;
/** Anonymous writes require this configuration. */
const OPEN = { path: '^/hits/', methods: ['POST'], roles: 'PUBLIC_ACCESS' };
const warnings: LogEntry[] = [];
const log: Logger = {
  error: () => undefined,
  warn: (entry) => void warnings.push(entry),
  info: () => undefined,
  debug: () => undefined,
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ features: [hits], config: { access_control: [OPEN] }, log });
});
afterAll(() => app.close());

async function aRoute(path: string): Promise<string> {
  const page = await createBuilders(app).aPage();
  return (await app.create('/_/routes', { path, name: path, page: page['@id'] }))['@id'];
}

/** Returns the output of the command. */
async function report(): Promise<readonly string[]> {
  const [command] = hits.commands ?? [];
  if (command === undefined) throw new Error('the feature has no command');
  return linesOf(command, { ...app.app, log });
}

describe('a custom feature', () => {
  test('serves its endpoint, and its command reads what is counted there', async () => {
    await aRoute('/counted');
    await aRoute('/counted/below');
    for (const path of ['/counted/below', '/counted', '/counted/below'])
      expect(await app.post(`/hits${path}`)).toMatchObject({ status: 204 });
    expect(await app.post('/hits/nowhere')).toMatchObject({ status: 404 });
    expect(await report()).toEqual(['2  /counted/below', '1  /counted']);
  });

  test('rejects writes by its rules', async () => {
    const page = await createBuilders(app).aPage();
    const body = { path: '/hits', name: 'hits', page: page['@id'] };
    expect(await app.post('/_/routes', body, ADMIN)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'path', message: 'Taken.' }] },
    });
  });

  test('is notified of writes, and its table follows their rows', async () => {
    const route = await aRoute('/going');
    await app.post('/hits/going');
    expect(await report()).toContain('1  /going');
    expect(await app.delete(route, ADMIN)).toMatchObject({ status: 204 });
    expect(warnings.map(({ msg }) => msg)).toContainEqual(
      expect.stringMatching(/^\d+ records are gone, and their hits$/),
    );
    expect((await report()).join()).not.toContain('/going');
  });

  test('is documented like the endpoints of types', async () => {
    const { body } = await app.get('/docs.jsonopenapi');
    expect(body.paths[`${app.config.apiPrefix}/hits/{path}`]).toMatchObject({
      post: {
        tags: ['hits'],
        summary: 'Counts a hit of the page at a path.',
        parameters: [
          { name: 'path', in: 'path', required: true },
          { $ref: '#/components/parameters/IdempotencyKey' },
        ],
      },
    });
    expect(Object.keys(body.paths as object)).toContain(`${app.config.apiPrefix}/_/pages`);
  });

  test('prevents the start if its endpoint already exists', async () => {
    const again = defineFeature({
      name: 'hits-again',
      endpoints: (service) => hits.endpoints?.(service) ?? [],
    });
    const databaseUrl = app.config.database.url;
    await expect(startTestApp({ features: [hits, again], databaseUrl })).rejects.toThrow(
      'features.hits-again.endpoints: POST /hits/{path*} conflicts with POST /hits/{path*} of the feature "hits"',
    );
  });

  test("remains available when the service's work in the same transaction ends", async () => {
    let closed = 0;
    const own = await startTestApp({
      features: [defineFeature({ name: 'open', close: () => Promise.resolve(void (closed += 1)) })],
    });
    await own.app.inTransaction(() => Promise.resolve());
    expect(closed).toBe(0);
    await own.close();
    expect(closed).toBe(1);
  });
});
