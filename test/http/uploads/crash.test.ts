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

/** Paths that rows hold, drafts included. */
async function referencedPaths(): Promise<readonly string[]> {
  const { database } = app.app;
  const rows = await database.all<{ path: string }>(
    `select t.filename as path from ${database.table('images')} t where t.filename is not null`,
  );
  return rows.map(({ path }) => path);
}

describe('a process that is killed in the middle of uploads', () => {
  test('loses no file that a row refers to', { timeout: 180_000 }, async () => {
    const bytes = await picture(400, 300);
    const published = await app.create('/component/images', {
      file: dataUri('image/png', bytes),
      publishedAt: '2020-01-01T00:00:00Z',
    });
    const iri = published['@id'];
    let writes = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = await startChildServer(app.config);
      let isAlive = true;
      /** Uploads, draft edits, publishes and deletions without a pause, until the server is gone. */
      const work = async (): Promise<void> => {
        while (isAlive) {
          const replaced = await app.raw(`${iri}/upload`, {
            method: 'POST',
            body: form({ file: [bytes, 'again.png'] }),
            origin: child.origin,
          });
          const draft = ((await replaced.json()) as { '@id': string })['@id'];
          await send('PATCH', draft, { publishedAt: 'now' });
          const created = await app.raw('/component/images/upload', {
            method: 'POST',
            body: form({ file: [bytes, 'new.png'] }),
            origin: child.origin,
          });
          await send('DELETE', ((await created.json()) as { '@id': string })['@id']);
          writes += 4;
        }
      };
      const send = (method: string, path: string, body?: object): Promise<Response> =>
        app.raw(path, {
          method,
          origin: child.origin,
          headers: { 'content-type': 'application/merge-patch+json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      const workers = [work(), work()].map((worker) => worker.catch(() => undefined));
      await sleep(700 + round * 173);
      isAlive = false;
      await child.kill();
      await Promise.all(workers);
      const paths = await referencedPaths();
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((path) => !existsSync(join(app.folders.public, path)))).toEqual([]);
    }
    expect(writes).toBeGreaterThan(ROUNDS);
  });
});
