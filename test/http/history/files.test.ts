import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createScheduleStore } from '../../../runtime/kernel/jobs/schedule-store.js';
import { CLEANING } from '../../../runtime/kernel/retention/cleaning.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import { type FilesApp, startFilesApp } from '../orphans/files-support.js';
import { createTestClock, MINUTE, type TestClock } from '../publishing/support.js';
import { form, mediaObjects, uploadManifest } from '../uploads/support.js';

const admin = { as: 'admin' } as const;
const BROCHURES = '/component/brochures';

let app: FilesApp;
let clock: TestClock;

const start = async (
  kind: 'local' | 's3',
  keep: Readonly<Record<string, number>> = {},
  manifest: Manifest = uploadManifest,
): Promise<void> => {
  clock = createTestClock();
  app = await startFilesApp(kind, {}, { config: { history: { keep } }, manifest, clock });
};
afterEach(() => app.close());

async function newest(): Promise<number> {
  const { body } = await app.get('/_/revisions', admin);
  return body.revisions[0].number as number;
}

async function undo(number: number): Promise<readonly string[]> {
  const { status, body, text } = await app.post(`/_/revisions/${number}/undo`, undefined, admin);
  expect(status, text).toBe(200);
  return body.leftOut as readonly string[];
}

/** An IRI of a brochure with a document of this text. */
async function aBrochure(text: string): Promise<string> {
  const { status, body } = await app.upload(
    `${BROCHURES}/upload`,
    form({ documentFile: [text, 'contract.txt'] }),
  );
  expect(status).toBe(201);
  return String(body['@id']);
}

/** What the file of a brochure holds, and the name that it is offered under. */
async function download(brochure: string): Promise<readonly [text: string, name: string]> {
  const { body } = await app.get(brochure, admin);
  const [media] = mediaObjects(body, 'documentFile');
  const response = await app.raw(`${brochure}/download/documentFile`, {});
  expect(response.status).toBe(200);
  expect(media).toBeDefined();
  return [await response.text(), response.headers.get('content-disposition') ?? ''];
}

async function remove(iri: string): Promise<void> {
  expect((await app.delete(iri, admin)).status).toBe(204);
}

async function clean(): Promise<void> {
  const store = createScheduleStore(app.app.database);
  await store.begin(CLEANING, new Date());
  await app.app.jobs.request(CLEANING);
}

const replace = (brochure: string, text: string) =>
  app.upload(`${brochure}/upload`, form({ documentFile: [text, 'other.txt'] }));

describe.each(['local', 's3'] as const)('on a filesystem of the kind %s', (kind) => {
  beforeEach(() => start(kind));

  test('a deletion is taken back with its file, which downloads as before', async () => {
    const brochure = await aBrochure('first');
    const before = await download(brochure);
    await remove(brochure);
    expect(await app.stored()).toHaveLength(1);
    expect(await undo(await newest())).toEqual([]);
    expect(await download(brochure)).toEqual(before);
  });

  test('a replaced file is there again when the replacement is taken back, and the other way round', async () => {
    const brochure = await aBrochure('first');
    const before = await download(brochure);
    expect((await replace(brochure, 'second')).status).toBe(201);
    const after = await download(brochure);
    expect(await undo(await newest())).toEqual([]);
    expect(await download(brochure)).toEqual(before);
    expect(await undo(await newest())).toEqual([]);
    expect(await download(brochure)).toEqual(after);
  });

  test('reports of files and cms doctor say nothing of a file that is kept, and deletions of orphans leave it', async () => {
    await remove(await aBrochure('first'));
    const report = await app.scanned();
    expect([report.orphanedFiles, report.unknownFiles, report.missingFiles]).toEqual([[], [], []]);
    await app.post('/_/orphaned_files/delete', { all: true }, admin);
    expect(await app.stored()).toHaveLength(1);
    for await (const { name, status, differences } of app.app.doctor.examine({ limit: 10, repair: false }))
      expect([name, status, differences]).toEqual([name, 'ok', []]);
  });
});

test('the history of a record names the member whose file was replaced, and prints no path', async () => {
  await start('local');
  const brochure = await aBrochure('first');
  expect((await replace(brochure, 'second')).status).toBe(201);
  const { body, text } = await app.get(`${brochure}/revisions`, admin);
  const [replaced, made] = body.revisions as { members: string[]; kind: string }[];
  expect([replaced?.kind, made?.kind]).toEqual(['updated', 'created']);
  expect(replaced?.members).toContain('documentFile');
  expect(made?.members).toContain('documentFile');
  for (const path of await app.stored()) expect(text).not.toContain(path);
});

test('a kept file goes with the last revision that names it', async () => {
  await start('local', { days: 2 });
  const brochure = await aBrochure('first');
  await replace(brochure, 'second');
  await remove(brochure);
  expect(await app.stored()).toHaveLength(2);
  clock.forward(3 * 24 * 60 * MINUTE);
  await aBrochure('another');
  await clean();
  expect(await app.stored()).toHaveLength(1);
  expect(await app.strays()).toEqual([]);
});

test('a kept file goes with the change that is beyond history.keep.per_record', async () => {
  await start('local', { per_record: 2 });
  const brochure = await aBrochure('0');
  for (const text of ['1', '2', '3', '4']) await replace(brochure, text);
  expect(await app.stored()).toHaveLength(5);
  await clean();
  expect(await app.stored()).toHaveLength(3);
});

test('a file that a record holds again stays when the revision goes that let go of it', async () => {
  await start('local', { days: 2 });
  const brochure = await aBrochure('first');
  await remove(brochure);
  await undo(await newest());
  clock.forward(3 * 24 * 60 * MINUTE);
  await aBrochure('another');
  await clean();
  expect((await download(brochure))[0]).toBe('first');
});

test('a file of a type with x-history false is removed at once', async () => {
  const resources = uploadManifest.resources.map((resource) =>
    resource.name === 'Brochure'
      ? { ...resource, extensions: { ...resource.extensions, history: { isRecorded: false } } }
      : resource,
  );
  await start('local', {}, { ...uploadManifest, resources });
  const brochure = await aBrochure('personal');
  await replace(brochure, 'personal too');
  expect(await app.stored()).toHaveLength(1);
  await remove(brochure);
  expect(await app.stored()).toEqual([]);
});

test('with history.keep.days 0 a file is removed at once', async () => {
  await start('local', { days: 0 });
  await remove(await aBrochure('first'));
  expect(await app.stored()).toEqual([]);
});

test('a member whose file is gone stays empty, and is named', async () => {
  await start('local');
  const brochure = await aBrochure('first');
  await remove(brochure);
  const [kept = ''] = await app.stored();
  await app.storage('private').remove(kept.slice(kept.indexOf(':') + 1));
  expect(await undo(await newest())).toEqual(['Brochure.documentFile']);
  expect(mediaObjects((await app.get(brochure, admin)).body, 'documentFile')).toEqual([]);
});
