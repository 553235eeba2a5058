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

/** Creates a brochure with a document of this text and returns its IRI. */
async function aBrochure(text: string): Promise<string> {
  const { status, body } = await app.upload(
    `${BROCHURES}/upload`,
    form({ documentFile: [text, 'contract.txt'] }),
  );
  expect(status).toBe(201);
  return String(body['@id']);
}

/** Returns the content and the download name of a brochure's file. */
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

  test('undoing a deletion restores its file, which downloads as before', async () => {
    const brochure = await aBrochure('first');
    const before = await download(brochure);
    await remove(brochure);
    expect(await app.stored()).toHaveLength(1);
    expect(await undo(await newest())).toEqual([]);
    expect(await download(brochure)).toEqual(before);
  });

  test('undoing a replacement restores the replaced file, and redoing it the new one', async () => {
    const brochure = await aBrochure('first');
    const before = await download(brochure);
    expect((await replace(brochure, 'second')).status).toBe(201);
    const after = await download(brochure);
    expect(await undo(await newest())).toEqual([]);
    expect(await download(brochure)).toEqual(before);
    expect(await undo(await newest())).toEqual([]);
    expect(await download(brochure)).toEqual(after);
  });

  test('file reports and cms doctor omit retained files, and orphan deletion keeps them', async () => {
    await remove(await aBrochure('first'));
    const report = await app.scanned();
    expect([report.orphanedFiles, report.unknownFiles, report.missingFiles]).toEqual([[], [], []]);
    await app.post('/_/orphaned_files/delete', { all: true }, admin);
    expect(await app.stored()).toHaveLength(1);
    for await (const { name, status, differences } of app.app.doctor.examine({ limit: 10, repair: false }))
      expect([name, status, differences]).toEqual([name, 'ok', []]);
  });
});

test('the history of a record names the member with the replaced file, and contains no path', async () => {
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

test('a retained file is deleted with the last revision that references it', async () => {
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

test('a retained file is deleted with a change that exceeds history.keep.per_record', async () => {
  await start('local', { per_record: 2 });
  const brochure = await aBrochure('0');
  for (const text of ['1', '2', '3', '4']) await replace(brochure, text);
  expect(await app.stored()).toHaveLength(5);
  await clean();
  expect(await app.stored()).toHaveLength(3);
});

test('a file that a record references again outlives the revision that released it', async () => {
  await start('local', { days: 2 });
  const brochure = await aBrochure('first');
  await remove(brochure);
  await undo(await newest());
  clock.forward(3 * 24 * 60 * MINUTE);
  await aBrochure('another');
  await clean();
  expect((await download(brochure))[0]).toBe('first');
});

test('a file of a type with x-history false is deleted immediately', async () => {
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

test('with history.keep.days 0 a file is deleted immediately', async () => {
  await start('local', { days: 0 });
  await remove(await aBrochure('first'));
  expect(await app.stored()).toEqual([]);
});

test('a member whose file no longer exists stays empty and is reported', async () => {
  await start('local');
  const brochure = await aBrochure('first');
  await remove(brochure);
  const [kept = ''] = await app.stored();
  await app.storage('private').remove(kept.slice(kept.indexOf(':') + 1));
  expect(await undo(await newest())).toEqual(['Brochure.documentFile']);
  expect(mediaObjects((await app.get(brochure, admin)).body, 'documentFile')).toEqual([]);
});
