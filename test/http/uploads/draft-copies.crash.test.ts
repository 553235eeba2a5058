import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeBundle, startChildServer } from './child-server.js';
import type { UploadsApp } from './support.js';
import { dataUri, picture, startUploadsApp } from './support.js';

const ROUNDS = 4;
/** Large enough that a kill sometimes hits a copy in progress. */
const DOCUMENT = Buffer.alloc(19_000, 'text ');

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp();
});
afterAll(async () => {
  await app.close();
  await removeBundle();
});

describe('a process that is killed while files are copied for drafts', () => {
  test('loses no referenced file and leaves no draft without its files', { timeout: 180_000 }, async () => {
    const cover = await picture(300, 200);
    const { '@id': iri } = await app.create('/component/brochures', {
      documentFile: dataUri('text/plain', DOCUMENT),
      cover: dataUri('image/png', cover),
      publishedAt: '2020-01-01T00:00:00Z',
    });
    let drafts = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = await startChildServer(app.config);
      const send = (method: string, path: string, body?: object): Promise<Response> =>
        app.raw(path, {
          method,
          origin: child.origin,
          headers: { 'content-type': 'application/merge-patch+json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      let isAlive = true;
      const before = drafts;
      /** Creates drafts and publishes or discards them, without a pause, until the server ends. */
      const work = async (): Promise<void> => {
        for (let step = 0; isAlive; step += 1) {
          const answer = await send('PATCH', iri, { uiComponent: `Draft${step}` });
          const draft = ((await answer.json()) as { '@id': string })['@id'];
          if (draft !== iri) drafts += 1;
          if (step % 2 === 0) await send('PATCH', iri, { publishedAt: 'now' });
          else if (draft !== iri) await send('DELETE', draft);
        }
      };
      const workers = [work(), work()].map((worker) => worker.catch(() => undefined));
      // On a busy machine a draft takes a while; a kill before the first ones would prove nothing.
      await expect.poll(() => drafts - before, { interval: 3 }).toBeGreaterThan(2);
      await sleep(round * 53);
      isAlive = false;
      await child.kill();
      await Promise.all(workers);
      const { database } = app.app;
      const rows = await database.all<{ document: string; cover: string }>(
        `select t.document_path as document, t.cover_path as cover from ${database.table('brochures')} t`,
      );
      expect(rows.length).toBeGreaterThan(0);
      const size = async (path: string): Promise<number> =>
        (await stat(join(app.folders.private, path))).size;
      for (const row of rows) {
        expect(await size(row.document)).toBe(DOCUMENT.length);
        expect(await size(row.cover)).toBe(cover.length);
      }
    }
    expect(drafts).toBeGreaterThan(ROUNDS);
  });
});
