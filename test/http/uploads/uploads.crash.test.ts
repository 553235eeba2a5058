import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeBundle, startChildServer } from './child-server.js';
import type { UploadsApp } from './support.js';
import { dataUri, form, picture, startUploadsApp } from './support.js';

const ROUNDS = 6;

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp();
});
afterAll(async () => {
  await app.close();
  await removeBundle();
});

/** Returns the paths in rows, drafts included. */
async function referencedPaths(): Promise<readonly string[]> {
  const { database } = app.app;
  const rows = await database.all<{ path: string }>(
    `select t.filename as path from ${database.table('images')} t where t.filename is not null`,
  );
  return rows.map(({ path }) => path);
}

const mergePatch = (body: object): RequestInit => ({
  headers: { 'content-type': 'application/merge-patch+json' },
  body: JSON.stringify(body),
});

describe('a process that is killed during uploads', () => {
  test('loses no referenced file', { timeout: 400_000 }, async () => {
    const bytes = await picture(400, 300);
    const published = await app.create('/component/images', {
      file: dataUri('image/png', bytes),
      publishedAt: '2020-01-01T00:00:00Z',
    });
    const iri = published['@id'];
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = await startChildServer(app.config);
      const { origin } = child;
      let writes = 0;
      const ask = async (method: string, path: string, body?: FormData | object): Promise<string> => {
        const response = await app.raw(path, {
          method,
          origin,
          ...(body instanceof FormData ? { body } : body === undefined ? {} : mergePatch(body)),
        });
        const text = await response.text();
        writes += 1;
        return response.status < 300 && text !== '' ? (JSON.parse(text) as { '@id': string })['@id'] : '';
      };
      /** Uploads, edits drafts, publishes and deletes without a pause, until the server ends. */
      const work = async (): Promise<void> => {
        for (;;) {
          const draft = await ask('POST', `${iri}/upload`, form({ file: [bytes, 'again.png'] }));
          await ask('PATCH', draft, { publishedAt: 'now' });
          const created = await ask('POST', '/component/images/upload', form({ file: [bytes, 'new.png'] }));
          await ask('DELETE', created);
        }
      };
      const ended = Promise.all([work(), work()].map((worker) => worker.catch(() => undefined)));
      // Each round kills the process in another of the four writes, and at another time of it.
      await expect.poll(() => writes, { interval: 3 }).toBeGreaterThan(8 + round);
      await sleep(round * 7);
      await child.kill();
      await ended;
      const paths = await referencedPaths();
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((path) => !existsSync(join(app.folders.public, path)))).toEqual([]);
    }
  });
});
