import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeBundle, startChildServer } from '../uploads/child-server.js';
import { dataUri, form, picture, startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { storedRevisions } from './support.js';

const ROUNDS = Number(process.env.HISTORY_ROUNDS ?? 4);

let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({ config: { history: { keep: { days: 365 } } } });
});
afterAll(async () => {
  await app.close();
  await removeBundle();
});

/** Returns the file of each picture by id, from its row and from its last revision. */
async function pictures(): Promise<
  readonly [rows: Record<string, unknown>, history: Record<string, unknown>]
> {
  const { database } = app.app;
  const rows = await database.all<{ id: string; path: string | null }>(
    `select t.id as id, t.filename as path from ${database.table('images')} t`,
  );
  const last: Record<string, unknown> = {};
  for (const { record, record_type: type, state_after: after } of (await storedRevisions(app)).changes)
    if (type === 'Image') last[String(record)] = after;
  const left = Object.entries(last).filter(([, after]) => after !== null);
  return [
    Object.fromEntries(rows.map(({ id, path }) => [id, path])),
    Object.fromEntries(
      left.map(([id, after]) => [id, (JSON.parse(String(after)) as { file?: string }).file ?? null]),
    ),
  ];
}

const mergePatch = (body: object): RequestInit => ({
  headers: { 'content-type': 'application/merge-patch+json' },
  body: JSON.stringify(body),
});

test('a process that is killed during units of work leaves each of them with its revision, or neither', async () => {
  const bytes = await picture(40, 30);
  const created = { file: dataUri('image/png', bytes), publishedAt: '2020-01-01T00:00:00Z' };
  const iri = (await app.create('/component/images', created))['@id'];
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = await startChildServer(app.config);
    let writes = 0;
    const ask = async (method: string, path: string, body?: FormData | object): Promise<string> => {
      const init = body instanceof FormData ? { body } : body === undefined ? {} : mergePatch(body);
      const response = await app.raw(path, { method, origin: child.origin, ...init });
      const text = await response.text();
      writes += 1;
      return response.status < 300 && text !== '' ? (JSON.parse(text) as { '@id': string })['@id'] : '';
    };
    /** Replaces a file, publishes, deletes, and undoes the newest revision, without a pause, until the server ends. */
    const work = async (): Promise<void> => {
      for (;;) {
        const draft = await ask('POST', `${iri}/upload`, form({ file: [bytes, 'again.png'] }));
        await ask('PATCH', draft, { publishedAt: 'now' });
        const made = await ask('POST', '/component/images/upload', form({ file: [bytes, 'new.png'] }));
        await ask('DELETE', made);
        const { revisions } = await storedRevisions(app);
        await ask('POST', `/_/revisions/${Number(revisions.at(-1)?.number)}/undo`);
      }
    };
    const ended = Promise.all([work(), work()].map((worker) => worker.catch(() => undefined)));
    await expect.poll(() => writes, { interval: 3 }).toBeGreaterThan(8 + round);
    await sleep(round * 7);
    await child.kill();
    await ended;
    const [rows, history] = await pictures();
    expect(history).toEqual(rows);
    const { revisions, changes } = await storedRevisions(app);
    for (const { number, changes: expected } of revisions)
      expect(changes.filter(({ revision }) => revision === number)).toHaveLength(Number(expected));
    for await (const { name, differences } of app.app.doctor.examine({ limit: 5, repair: false }))
      if (/^(?:revision-|stored-files)/.test(name)) expect([name, differences]).toEqual([name, []]);
  }
}, 400_000);
